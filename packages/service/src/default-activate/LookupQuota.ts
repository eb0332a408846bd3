import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Cron from "effect/Cron"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { inBackground } from "../platform/database/StatementLimits.ts"
import { audit } from "../platform/audit/audit.ts"
import { setting, wholeNumber } from "../platform/config/setting.ts"
import { Vault } from "../platform/crypto/Vault.ts"
import { periodically } from "../platform/jobs/periodically.ts"
import { lookupCountsRepo } from "./MatchesRepo.ts"

/** Distinct ABNs that a product may look up in a day, unless EMPLOYER_LOOKUPS_PER_DAY overrides it. */
export const DEFAULT_QUOTA = 1000

/**
 * The daily quota against harvesting (D-lookup-quota): a product that tries out ABNs to learn which fund each employer
 * uses gets no answers beyond it. An ABN that the product has already looked up today is free.
 */
export class LookupQuota extends Context.Service<
  LookupQuota,
  {
    /** Whether this ABN may be looked up for the product today. The first refusal of a day is logged and audited. */
    readonly take: (productId: S.ProductId, abn: S.Abn) => Effect.Effect<boolean, SqlError>
  }
>()("@embedded-super/service/default-activate/LookupQuota") {
  static readonly layer = Layer.effect(
    LookupQuota,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const vault = yield* Vault
      const repo = yield* lookupCountsRepo
      const quota = Option.getOrElse(
        yield* setting(
          "EMPLOYER_LOOKUPS_PER_DAY",
          "a whole number of employers from 1",
          wholeNumber(1, 10_000_000)
        ),
        () => DEFAULT_QUOTA
      )

      const report = (productId: S.ProductId) =>
        Effect.andThen(
          Effect.logWarning("A product has reached its daily quota of employer lookups").pipe(
            Effect.annotateLogs({ product_id: productId, quota })
          ),
          audit({
            actor: { kind: "system" },
            action: "employer_lookup.quota",
            productId,
            detail: { quota }
          }).pipe(Effect.provideService(SqlClient.SqlClient, sql))
        )

      return LookupQuota.of({
        take: Effect.fn("LookupQuota.take")(function* (productId, abn) {
          const key = vault.fingerprint("employer-lookup-quota", `${productId}|${abn}`)
          const day = yield* repo.lockDay(productId)
          if (yield* repo.isCounted(productId, key)) return true
          if ((day?.taken ?? 0) >= quota) {
            if (day?.refused === true) return false
            yield* repo.markRefused(productId)
            yield* report(productId)
            return false
          }
          yield* repo.countAbn(productId, key)
          return true
        }, sql.withTransaction)
      })
    })
  )

  /** Deletes the days before yesterday, hourly and once across all processes, while its scope is open. */
  static readonly timers = Layer.effectDiscard(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { removePast } = yield* lookupCountsRepo
      const hourly = Cron.parseUnsafe("23 * * * *")
      yield* Effect.forkScoped(periodically("past lookup quotas", hourly, inBackground(sql)(removePast)))
    })
  )
}
