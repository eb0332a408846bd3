import { EmployerNumber } from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { SqlError } from "effect/sql/SqlError"
import { randomUUID } from "node:crypto"
import { Settings } from "../platform/config/Settings.ts"
import { things } from "../platform/timeline/things.ts"
import type { MadeCall } from "../funds/client/FundCall.ts"
import { noteFundCalls } from "../funds/calls/noteFundCalls.ts"
import { FundClient } from "../funds/client/FundClient.ts"
import { employerLookup } from "@embedded-super/rules/calls/FundOperation"
import { nextStep, NOTHING_SPENT, QUICK, type Spent } from "../funds/calls/retryRules.ts"
import { fundBreachLedger } from "../funds/FundBreachLedger.ts"
import type { StoredFund } from "../funds/FundsRepo.ts"
import { isPlaceholder, NO_VALUES, type Values } from "@embedded-super/rules/employer-list/checkRow"

/** The data that a fund returns about an employer that it knows: what a row of its list can hold. */
export type KnownEmployer = Values

/** The fund got no lookup: it couldn't be reached, or calls to it are suspended. */
export class NotAsked extends Data.TaggedError("NotAsked") {}

/** The outcomes of calls that no fund received. */
const UNRECEIVED: ReadonlySet<string> = new Set(["not_sent", "fault"])

/** The outcomes that break the contract: the ABN is all that is sent, so a fund can't refuse it. */
const BREACHES: ReadonlySet<string> = new Set(["contract_violation", "unreadable", "refused"])

const readNumber = Schema.decodeUnknownOption(EmployerNumber)

/** A lookup changes nothing at the fund, so a repeat is harmless. */
const REPEATS = "honoured"

/**
 * Asks a fund whether it is the employer's current default. It fails closed: an answer that isn't a clear yes within
 * 2.5 seconds is no match, because over-matching is prohibited.
 *
 * Calls pass the fund's gate like all others. The lookup waits for a hold that ends within the 2.5 seconds.
 */
export class LiveLookup extends Context.Service<
  LiveLookup,
  {
    readonly ask: (
      productId: S.ProductId,
      fund: StoredFund,
      abn: S.Abn
    ) => Effect.Effect<Option.Option<KnownEmployer>, SqlError | NotAsked>
  }
>()("@embedded-super/service/default-activate/LiveLookup") {
  static readonly layerNoDeps = Layer.effect(
    LiveLookup,
    Effect.gen(function* () {
      const client = yield* FundClient
      const { timeouts } = yield* Settings
      const breaches = yield* fundBreachLedger
      const note = yield* noteFundCalls

      /**
       * Logs and stores why the fund's answer can't be used. The words can be sent to the fund and name no employer.
       */
      const report = (fund: StoredFund, words: string, requestId: string) =>
        Effect.logWarning("A fund's answer to a lookup can't be used").pipe(
          Effect.annotateLogs({
            fund: fund.slug,
            operation: employerLookup.name,
            words,
            fund_request_id: requestId
          }),
          Effect.andThen(breaches.noteLookup(fund, words, requestId))
        )

      /** Drops an unusable employer number; the match remains, since matching is on ABN only. */
      const known = Effect.fnUntraced(function* (
        fund: StoredFund,
        number: string | undefined,
        requestId: string
      ) {
        const usable = Option.filter(readNumber(number?.trim()), (text) => !isPlaceholder(text))
        if (number !== undefined && Option.isNone(usable)) {
          yield* report(
            fund,
            "The employer_number is a placeholder, or isn't 1 to 64 printable characters.",
            requestId
          )
        }
        return Option.some<KnownEmployer>({ ...NO_VALUES, employer_number: Option.getOrNull(usable) })
      })

      /** Makes a call, and determines its consequence. */
      const called = Effect.fnUntraced(function* <Answer>(
        productId: S.ProductId,
        fund: StoredFund,
        call: Effect.Effect<MadeCall<Answer>, SqlError>,
        before: Spent
      ) {
        const made = yield* call
        const random = yield* Random.next
        const next = nextStep(made.outcome, before, { backOff: QUICK, repeats: REPEATS, random })
        const ended = { operation: employerLookup.name, fund, attempt: before.retries + 1, made, next }
        const givesUp = next.kind === "stopped"
        const about = things({ fund: fund.id, product: productId })
        yield* note.called({ ...ended, backOff: QUICK, recognisesRepeats: true, givesUp }, { about })
        return { next, outcome: made.outcome }
      })

      const attempt = Effect.fnUntraced(function* (
        productId: S.ProductId,
        fund: StoredFund,
        abn: S.Abn,
        until: number,
        progress: { isAsked: boolean },
        before: Spent
      ): Effect.fn.Return<Option.Option<KnownEmployer>, SqlError> {
        const sleep = Effect.fnUntraced(function* (millis: number) {
          const fits = (yield* Clock.currentTimeMillis) + millis < until
          if (fits) yield* Effect.sleep(Duration.millis(millis))
          return fits
        })
        const admission = yield* client.admit(fund, productId)
        if (Result.isFailure(admission)) {
          const isHeld =
            admission.failure.because !== "credentials" && (yield* sleep(admission.failure.forMillis))
          return isHeld ? yield* attempt(productId, fund, abn, until, progress, before) : Option.none()
        }
        const requestId = randomUUID()
        const call = client.call(employerLookup, {
          productId,
          fund,
          request: { abn },
          requestId,
          admitted: admission.success
        })
        const { isAsked } = progress
        // The time may be over before the call ends.
        progress.isAsked = true
        const { next, outcome } = yield* called(productId, fund, call, before)
        if (UNRECEIVED.has(outcome.kind)) progress.isAsked = isAsked
        if (outcome.kind === "accepted") {
          if (outcome.words !== undefined) yield* report(fund, outcome.words, requestId)
          return outcome.answer.employer_found
            ? yield* known(fund, outcome.answer.employer_details?.employer_number, requestId)
            : Option.none()
        }
        if (BREACHES.has(outcome.kind) && outcome.words !== undefined) {
          yield* report(fund, outcome.words, requestId)
        }
        // Refused credentials stay refused for longer than the embed waits, so the next admission fails.
        const goesOn = next.kind === "due" && (yield* sleep(next.afterMillis))
        return goesOn ? yield* attempt(productId, fund, abn, until, progress, next.spent) : Option.none()
      })

      return LiveLookup.of({
        ask: Effect.fn("LiveLookup.ask")(function* (productId, fund, abn) {
          const until = (yield* Clock.currentTimeMillis) + Duration.toMillis(timeouts.lookup)
          const progress = { isAsked: false }
          const found = attempt(productId, fund, abn, until, progress, NOTHING_SPENT)
          const known = Option.flatten(yield* Effect.timeoutOption(found, timeouts.lookup))
          return progress.isAsked ? known : yield* new NotAsked()
        })
      })
    })
  )

  static readonly layer = LiveLookup.layerNoDeps.pipe(Layer.provide(FundClient.layer))
}
