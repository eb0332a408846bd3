import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { withoutNulls } from "../platform/answers/answers.ts"

/** The partner's details that embeds show, as the row of its product. */
export interface PartnerRow {
  readonly name: S.OrganisationName
  readonly help_url: S.WebUrl | null
  readonly help_email: S.EmailAddress | null
  readonly accent: S.Colour | null
  readonly target_origins: ReadonlyArray<S.TargetOrigin>
}

export const PARTNER_COLUMNS: ReadonlyArray<keyof PartnerRow> = [
  "name",
  "help_url",
  "help_email",
  "accent",
  "target_origins"
]

/** The partner of a row. Its home is the first origin that is one address, and not any port of a machine. */
export const partnerIn = ({ target_origins, ...row }: PartnerRow): S.EmbedPartner => {
  const home = target_origins.find((origin) => !origin.endsWith("*"))
  return withoutNulls({ ...row, home_url: home === undefined ? null : (`${home}/` as S.WebUrl) })
}

/** Reads the partner's details that a product's embeds show (D-embed-partner). */
export const shownPartner = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  /** Dies if the product doesn't exist: call it only for the product of an entity that was found. */
  return Effect.fnUntraced(function* (productId: S.ProductId) {
    const [row] =
      yield* sql<PartnerRow>`SELECT ${sql.literal(PARTNER_COLUMNS.join(", "))} FROM products WHERE id = ${productId}`
    const partner: S.EmbedPartner =
      row === undefined ? yield* Effect.die(new Error("A product that doesn't exist")) : partnerIn(row)
    return partner
  })
})
