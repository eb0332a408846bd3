import type { FundId } from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { audit, operator } from "../platform/audit/audit.ts"
import { Vault } from "../platform/crypto/Vault.ts"
import { newId } from "../platform/ids/newId.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import type { FundCredential } from "./client/AuthFlow.ts"
import { authFlows } from "./client/authFlows.ts"
import { noSuchFund } from "./fundErrors.ts"
import { fundsRepo } from "./FundsRepo.ts"
import { usable } from "./usableCredentials.ts"

/** How long replaced credentials are valid beside the new ones. */
const OVERLAP = "24 hours"

/**
 * What the service proves itself to funds with: sealed, and numbered by version. While a fund takes two, the newest is
 * used, and the one before it if the fund refuses that. What a fund has refused is never used again.
 */
export class FundCredentials extends Context.Service<
  FundCredentials,
  {
    /**
     * Gives a fund new credentials, and answers their version. The ones that they replace are valid for another 24 hours,
     * unless the fund refused them; any before those are destroyed.
     */
    readonly replace: (slug: string, secret: Redacted.Redacted) => Effect.Effect<number, OperatorError>
    /** The newest credentials that the fund hasn't refused. */
    readonly current: (fundId: FundId) => Effect.Effect<Option.Option<FundCredential>, SqlError>
    /** The fund answered 401 or 403 to this version. */
    readonly refused: (fundId: FundId, version: number) => Effect.Effect<void, SqlError>
  }
>()("@embedded-super/service/funds/FundCredentials") {
  static readonly layer = Layer.effect(
    FundCredentials,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const vault = yield* Vault
      const repo = yield* fundsRepo

      const cell = (fundId: FundId, id: string) => ({
        table: "fund_credentials",
        column: "sealed",
        tenant: fundId,
        row: id
      })

      const replace = Effect.fn("FundCredentials.replace")(
        function* (slug: string, secret: Redacted.Redacted) {
          const fund = Option.getOrUndefined(yield* repo.lockBySlug(slug))
          if (fund === undefined) return yield* noSuchFund(slug)
          const mistake = authFlows[fund.profile.authentication.flow]?.mistakeIn(Redacted.value(secret))
          if (mistake !== undefined) return yield* notASecret(mistake)
          const [newest] = yield* sql<{ version: number; previous: string | null }>`
            SELECT coalesce(max(version), 0) AS version,
              (array_agg(c.id ORDER BY c.version DESC) FILTER (WHERE ${usable(sql)}))[1] AS previous
            FROM fund_credentials c WHERE c.fund_id = ${fund.id}`
          yield* sql`DELETE FROM fund_credentials
            WHERE fund_id = ${fund.id} AND id IS DISTINCT FROM ${newest?.previous ?? null}::uuid`
          yield* sql`UPDATE fund_credentials SET expires_at = platform_now() + ${OVERLAP}::interval
            WHERE fund_id = ${fund.id} AND expires_at IS NULL`
          const id = yield* newId
          const version = (newest?.version ?? 0) + 1
          const sealed = yield* vault.seal(cell(fund.id, id), secret)
          yield* sql`INSERT INTO fund_credentials (id, fund_id, version, sealed, inserted_at)
            VALUES (${id}, ${fund.id}, ${version}, ${sealed}, platform_now())`
          yield* audit({
            actor: yield* operator,
            action: "fund.credentials",
            entity: { kind: "fund", id: fund.id },
            detail: { slug: fund.slug, version }
          })
          return version
        },
        sql.withTransaction,
        Effect.provideService(SqlClient.SqlClient, sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const current = Effect.fn("FundCredentials.current")(function* (fundId: FundId) {
        const [row] = yield* sql<{ id: string; version: number; sealed: Uint8Array }>`
          SELECT c.id, c.version, c.sealed FROM fund_credentials c
          WHERE c.fund_id = ${fundId} AND ${usable(sql)} ORDER BY c.version DESC LIMIT 1`
        if (row === undefined) return Option.none()
        const secret = yield* Effect.orDie(vault.open(cell(fundId, row.id), row.sealed))
        return Option.some({ version: row.version, secret })
      })

      const refused = Effect.fn("FundCredentials.refused")(function* (fundId: FundId, version: number) {
        yield* sql`UPDATE fund_credentials SET refused_at = platform_now()
          WHERE fund_id = ${fundId} AND version = ${version} AND refused_at IS NULL`
      })

      return FundCredentials.of({ replace, current, refused })
    })
  )
}

const notASecret = (mistake: string) =>
  new OperatorError({
    problem: `These can't be the fund's credentials: ${mistake}.`,
    remedy: "Give the file that holds the secret alone, or write it to standard input."
  })
