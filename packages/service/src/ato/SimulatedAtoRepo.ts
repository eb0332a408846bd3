import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { sealedDocument } from "../personal-data/SealedDocument.ts"
import { Vault } from "../platform/crypto/Vault.ts"
import { StapledFund } from "./AtoAdapter.ts"

/** The simulated ATO's data on an employer, and on each of its employees. */
export interface SimulatedAtoEmployer {
  readonly product_id: S.ProductId
  readonly employer_id: S.EmployerId
  /** Whether Access Manager has this service. */
  readonly access: boolean
  readonly outcome: "stapled_fund" | "none" | "unmatched" | "unavailable"
  /** The fund of the outcome `stapled_fund`. */
  readonly fund: StapledFund | null
}

type Row = Omit<SimulatedAtoEmployer, "fund"> & { readonly fund: Uint8Array | null }

export const simulatedAtoRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const funds = sealedDocument(
    yield* Vault,
    { table: "simulated_ato_employers", column: "fund" },
    StapledFund
  )
  const ownerOf = ({ employer_id, product_id }: Pick<Row, "employer_id" | "product_id">) => ({
    product_id,
    id: employer_id
  })

  return {
    find: Effect.fnUntraced(function* (employerId: S.EmployerId) {
      const [row] = yield* sql<Row>`SELECT product_id, employer_id, access, outcome, fund
        FROM simulated_ato_employers WHERE employer_id = ${employerId}`
      if (row === undefined) return undefined
      const fund = row.fund === null ? null : yield* funds.open(ownerOf(row), row.fund)
      return { ...row, fund } satisfies SimulatedAtoEmployer
    }),

    put: Effect.fnUntraced(function* (known: SimulatedAtoEmployer, at: Date) {
      const fund = known.fund === null ? null : yield* funds.seal(ownerOf(known), known.fund)
      yield* sql`INSERT INTO simulated_ato_employers ${sql.insert({ ...known, fund, updated_at: at })}
        ON CONFLICT (employer_id) DO UPDATE SET access = excluded.access, outcome = excluded.outcome,
          fund = excluded.fund, updated_at = excluded.updated_at`
    })
  }
})
