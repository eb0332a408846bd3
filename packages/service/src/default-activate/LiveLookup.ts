import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { randomUUID } from "node:crypto"
import type { CallOutcomeKind } from "../funds/client/CallOutcome.ts"
import { FundClient } from "../funds/client/FundClient.ts"
import { employerLookup, LOOKUP_BUDGET } from "../funds/client/FundOperation.ts"
import type { StoredFund } from "../funds/FundsRepo.ts"
import { isPlaceholder } from "./placeholders.ts"

/** What a fund that knows the employer says of it. */
export interface KnownEmployer {
  readonly employer_number: S.EmployerNumber | null
}

/** How often a lookup is repeated after a 5xx, a timeout or a lost connection; it changes nothing at the fund. */
const RETRIES = 3
const FIRST_WAIT = Duration.toMillis("100 millis")

/** A 429 that doesn't say for how long is taken as this. */
const DEFAULT_HOLD = 60

const PASSES: ReadonlySet<CallOutcomeKind> = new Set(["server_error", "not_sent", "unknown"])

/**
 * Asks a fund whether it is the employer's current default (description 2.5). It fails closed: whatever isn't a clear
 * yes within 2.5 seconds is none, because over-matching is prohibited.
 */
export class LiveLookup extends Context.Service<
  LiveLookup,
  {
    readonly ask: (
      productId: S.ProductId,
      fund: StoredFund,
      abn: S.Abn
    ) => Effect.Effect<Option.Option<KnownEmployer>, SqlError>
  }
>()("@embedded-super/service/default-activate/LiveLookup") {
  static readonly layerNoDeps = Layer.effect(
    LiveLookup,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const client = yield* FundClient

      const isHeld = (fund: StoredFund) =>
        Effect.map(
          sql`SELECT FROM employer_lookup_holds WHERE fund_id = ${fund.id} AND hold_until > platform_now()`,
          (rows) => rows.length > 0
        )

      const hold = (fund: StoredFund, seconds: number) => sql`
        INSERT INTO employer_lookup_holds AS h (fund_id, hold_until)
        VALUES (${fund.id}, platform_now() + ${seconds} * interval '1 second')
        ON CONFLICT (fund_id) DO UPDATE SET hold_until = greatest(h.hold_until, excluded.hold_until)`

      /** Tells the operator, in words that can be sent to the fund, and names no employer. */
      const report = (fund: StoredFund, words: string) =>
        Effect.logWarning(`A fund's lookup answer can't be used. ${words}`).pipe(
          Effect.annotateLogs({ fund: fund.slug, operation: employerLookup.name })
        )

      const attempt = Effect.fnUntraced(function* (
        productId: S.ProductId,
        fund: StoredFund,
        abn: S.Abn,
        retried: number
      ): Effect.fn.Return<Option.Option<KnownEmployer>, SqlError> {
        const { outcome } = yield* client.call(employerLookup, {
          productId,
          fund,
          request: { abn },
          requestId: randomUUID()
        })
        if (outcome.kind === "accepted") {
          if (!outcome.answer.employer_found) return Option.none()
          const number = outcome.answer.employer_details?.employer_number ?? null
          if (number === null || !isPlaceholder(number)) return Option.some({ employer_number: number })
          yield* report(fund, "The employer_number is a placeholder, not a number.")
          return Option.some({ employer_number: null })
        }
        if (outcome.kind === "rate_limited") yield* hold(fund, outcome.seconds ?? DEFAULT_HOLD)
        if (outcome.kind === "contract_violation") yield* report(fund, outcome.words)
        if (!PASSES.has(outcome.kind) || retried === RETRIES) return Option.none()
        yield* Effect.sleep(Duration.millis(FIRST_WAIT * 2 ** retried * (yield* Random.next)))
        return yield* attempt(productId, fund, abn, retried + 1)
      })

      const ask = Effect.fn("LiveLookup.ask")(function* (
        productId: S.ProductId,
        fund: StoredFund,
        abn: S.Abn
      ) {
        if (yield* isHeld(fund)) return Option.none()
        return Option.flatten(yield* Effect.timeoutOption(attempt(productId, fund, abn, 0), LOOKUP_BUDGET))
      })

      return LiveLookup.of({ ask })
    })
  )

  static readonly layer = LiveLookup.layerNoDeps.pipe(Layer.provide(FundClient.layer))
}
