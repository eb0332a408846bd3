import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { sealedDocument } from "../personal-data/SealedDocument.ts"
import { Vault } from "../platform/crypto/Vault.ts"
import { StapledFund, StaplingResult } from "../ato/AtoAdapter.ts"
import { hasRow } from "../platform/database/rows.ts"

export interface StoredStaplingRequest {
  readonly session_id: S.OnboardingSessionId
  readonly request_id: string
  readonly requested_at: Date
  /** Null until the ATO answers. */
  readonly result: StaplingResult | null
}

/** A request as its row, with the sealed fund. */
export interface StaplingRow extends Omit<StoredStaplingRequest, "result"> {
  readonly product_id: S.ProductId
  readonly outcome: keyof typeof RESULTS | null
  readonly fund: Uint8Array | null
}

export const STAPLING_COLUMNS: ReadonlyArray<keyof StaplingRow> = [
  "session_id",
  "product_id",
  "request_id",
  "requested_at",
  "outcome",
  "fund"
]

const RESULTS = {
  stapled: (fund: StapledFund | null) => StaplingResult.Stapled({ fund: fund as StapledFund }),
  no_stapled_fund: () => StaplingResult.NoStapledFund(),
  unmatched: () => StaplingResult.Unmatched()
}

/** The answers that are stored, by their names in the table. */
const OUTCOMES = { Stapled: "stapled", NoStapledFund: "no_stapled_fund", Unmatched: "unmatched" } as const

/** A final answer of the ATO. */
type StaplingAnswer = Extract<StaplingResult, { readonly _tag: keyof typeof OUTCOMES }>

export const staplingRequestsRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const funds = sealedDocument(yield* Vault, { table: "stapling_requests", column: "fund" }, StapledFund)
  const ownerOf = (row: Pick<StaplingRow, "session_id" | "product_id">) => ({
    product_id: row.product_id,
    id: row.session_id
  })

  const stored = Effect.fnUntraced(function* (row: StaplingRow): Effect.fn.Return<StoredStaplingRequest> {
    const { outcome, request_id, requested_at, session_id } = row
    const fund = row.fund === null ? null : yield* funds.open(ownerOf(row), row.fund)
    return { session_id, request_id, requested_at, result: outcome === null ? null : RESULTS[outcome](fund) }
  })

  return {
    stored,

    find: Effect.fnUntraced(function* (productId: S.ProductId, sessionId: S.OnboardingSessionId) {
      const [row] = yield* sql<StaplingRow>`SELECT * FROM stapling_requests
        WHERE product_id = ${productId} AND session_id = ${sessionId}`
      return row === undefined ? undefined : yield* stored(row)
    }),

    /** Returns false if the session already has its request. */
    insert: (request: {
      readonly session_id: S.OnboardingSessionId
      readonly product_id: S.ProductId
      readonly employer_id: S.EmployerId
      readonly request_id: string
      readonly requested_at: Date
    }) =>
      hasRow(sql`INSERT INTO stapling_requests ${sql.insert(request)} ON CONFLICT (session_id) DO NOTHING
        RETURNING session_id`),

    /** Stores the answer, unless there is one: the first stays. */
    settle: Effect.fnUntraced(function* (
      owner: Pick<StaplingRow, "session_id" | "product_id">,
      answer: StaplingAnswer,
      at: Date
    ) {
      const fund = answer._tag === "Stapled" ? yield* funds.seal(ownerOf(owner), answer.fund) : null
      yield* sql`UPDATE stapling_requests SET outcome = ${OUTCOMES[answer._tag]}, fund = ${fund}, answered_at = ${at}
        WHERE session_id = ${owner.session_id} AND outcome IS NULL`
    }),

    remove: (productId: S.ProductId, sessionId: S.OnboardingSessionId) =>
      sql`DELETE FROM stapling_requests WHERE product_id = ${productId} AND session_id = ${sessionId}`
  }
})
