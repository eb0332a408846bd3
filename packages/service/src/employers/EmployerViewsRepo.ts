import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { type Drafts, type DraftsRow, embedDraftsRepo } from "../embed-drafts/EmbedDraftsRepo.ts"
import { PARTNER_COLUMNS, partnerIn, type PartnerRow } from "../embed-sessions/EmbedSessionsRepo.ts"
import { committedOf } from "../webhooks/log/DeliveryLogRepo.ts"
import { CONNECTION_COLUMNS, CONNECTION_TABLES, type StoredAtoConnection } from "./AtoConnectionsRepo.ts"
import type { StoredEmployer } from "./EmployersRepo.ts"
import type { AcceptedStatement } from "./StatementsRepo.ts"
import { apart, columnsOf } from "../platform/database/rows.ts"

/** The rest of the employer embed's view, besides the employer and its fund. */
export interface EmployerSurroundings {
  readonly connection: StoredAtoConnection
  /** The employer's current acceptances. */
  readonly accepted: ReadonlyArray<AcceptedStatement>
  readonly partner: S.EmbedPartner
  readonly drafts: Drafts | null
  /** Whether the partner's address has accepted the employer's newest webhook. */
  readonly isCommitted: boolean
  /** A number that increases with each save of the employer's details. */
  readonly detailsSaved: number
}

interface OtherRow {
  readonly accepted: ReadonlyArray<Omit<AcceptedStatement, "accepted_at"> & { readonly accepted_at: string }>
  readonly committed: boolean | null
  readonly saved: number
}

const ACCEPTED = `(SELECT coalesce(jsonb_agg(jsonb_build_object(
    'statement', a.statement, 'version', a.version, 'accepted_at', a.accepted_at)), '[]')
  FROM employer_statements a WHERE a.employer_id = e.id AND a.withdrawn_at IS NULL)`

const SAVED = `(SELECT coalesce(sum(a.version), 0)::int FROM employer_details a WHERE a.employer_id = e.id)`

/** Reads `EmployerSurroundings` in one statement. */
export const employerViewsRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const drafts = yield* embedDraftsRepo

  const query =
    sql.literal(`SELECT ${CONNECTION_COLUMNS}, ${columnsOf("p", PARTNER_COLUMNS)}, ${columnsOf("d", ["typed"])},
    ${ACCEPTED} AS "o.accepted", ${committedOf("employer", "e.id")} AS "o.committed", ${SAVED} AS "o.saved"
    FROM ${CONNECTION_TABLES} LEFT JOIN embed_drafts d ON d.entity_id = e.id AND d.product_id = e.product_id`)

  return {
    /** Dies if the employer doesn't exist: call it only for an employer that was found. */
    of: Effect.fnUntraced(function* (employer: Pick<StoredEmployer, "id" | "product_id">) {
      const [row] = yield* sql`${query} WHERE e.product_id = ${employer.product_id} AND e.id = ${employer.id}`
      if (row === undefined) return yield* Effect.die(new Error("An employer that doesn't exist"))
      const { of, own } = apart(row)
      const other = of<OtherRow>("o", "saved") as OtherRow
      return {
        connection: own as unknown as StoredAtoConnection,
        accepted: other.accepted.map((one) => ({ ...one, accepted_at: new Date(one.accepted_at) })),
        partner: partnerIn(of<PartnerRow>("p", "name") as PartnerRow),
        drafts: yield* drafts.opened(employer, of<DraftsRow>("d", "typed")),
        isCommitted: other.committed === true,
        detailsSaved: other.saved
      } satisfies EmployerSurroundings
    })
  }
})
