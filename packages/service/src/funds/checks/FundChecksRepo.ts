import type * as S from "@embedded-super/contracts/schemas"
import * as SqlClient from "effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { FundCheckSettings, type FundId, type FundProfile } from "@embedded-super/contracts/schemas"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { firstRow, hasRow } from "../../platform/database/rows.ts"
import type { Cell } from "../../platform/crypto/envelope.ts"
import type { StoredFund } from "../FundsRepo.ts"
import type { Vault } from "../../platform/crypto/Vault.ts"

/** The last whole check of a fund. */
export interface LastCheck {
  readonly checked_at: Date
  readonly mode: S.CheckMode
  readonly verdict: S.CheckRunVerdict
  readonly counts: S.CheckCounts
  /** The version of the profile that the check was made with. */
  readonly profile_version: number
}

/** The SQL statements on checks of funds. */
export const fundChecksRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  return {
    last: (slug: string) =>
      firstRow(sql<LastCheck>`SELECT k.checked_at, k.mode, k.verdict, k.counts, k.profile_version
        FROM fund_checks k JOIN funds f ON f.id = k.fund_id WHERE f.slug = ${slug}`),

    keep: (
      fundId: S.FundId,
      profileVersion: number,
      { counts, kit_version, mode, verdict }: S.CheckReport
    ) => sql`INSERT INTO fund_checks (fund_id, checked_at, mode, verdict, counts, profile_version, kit_version)
        VALUES (${fundId}, platform_now(), ${mode}, ${verdict}, ${JSON.stringify(counts)}::jsonb,
          ${profileVersion}, ${kit_version})
        ON CONFLICT (fund_id) DO UPDATE SET checked_at = excluded.checked_at, mode = excluded.mode,
          verdict = excluded.verdict, counts = excluded.counts, profile_version = excluded.profile_version,
          kit_version = excluded.kit_version`,

    /** Whether an operator holds the fund now. */
    isHeldByOperator: ({ id, simulated }: StoredFund) =>
      hasRow(sql`SELECT FROM fund_gates
        WHERE fund_id = ${id} AND because = 'operator' AND held_until > business_now(${simulated})`),

    /** Whether a partner's product reaches the fund. */
    isLinked: (fundId: S.FundId) =>
      hasRow(sql`SELECT FROM fund_links WHERE fund_id = ${fundId} AND enabled LIMIT 1`)
  }
})

const json = Schema.fromJsonString(FundCheckSettings)
const encode = Schema.encodeEffect(json)
const decode = Schema.decodeUnknownEffect(json)

const cellOf = (fundId: FundId): Cell => ({
  table: "funds",
  column: "check_settings",
  tenant: fundId,
  row: fundId
})

/** The profile's data for checks, sealed; null if it has none. */
export const sealedCheckSettings = Effect.fnUntraced(function* (
  vault: Vault["Service"],
  fundId: FundId,
  { check }: FundProfile
) {
  if (check === undefined) return null
  return yield* vault.seal(cellOf(fundId), yield* Effect.orDie(encode(check)))
})

/** Opens the data for checks that were sealed for this fund. */
export const openedCheckSettings = (vault: Vault["Service"], fundId: FundId, sealed: Uint8Array) =>
  vault.open(cellOf(fundId), sealed).pipe(
    Effect.flatMap((text) => decode(Redacted.value(text))),
    Effect.orDie
  )
