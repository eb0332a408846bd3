import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import type { MemberRegistrationResponse } from "@embedded-super/contracts/schemas"
import { randomUUID } from "node:crypto"
import { RegistrationOutcome, SessionOutcomes } from "../../onboarding-sessions/SessionOutcomes.ts"
import { newId } from "../../platform/ids/newId.ts"
import { FaultPoint } from "../../platform/jobs/FaultPoint.ts"
import { supervised } from "../../platform/jobs/supervised.ts"
import type { MadeCall } from "../client/CallOutcome.ts"
import type { Admission } from "../client/FundCall.ts"
import { FundClient } from "../client/FundClient.ts"
import { fairShares } from "./fairShares.ts"
import { memberRegistration } from "../client/FundOperation.ts"
import { membershipOf } from "./membershipOf.ts"
import { type ClaimedRegistration, RegistrationLedger } from "./RegistrationLedger.ts"
import { registrationRequest } from "./registrationRequest.ts"
import { RegistrationSettings } from "./registrationSettings.ts"
import { nextStep } from "./retryRules.ts"
import { wakeUps } from "./wakeUps.ts"

/** The attempt was closed by somebody else: what this worker knows of it comes too late. */
class TooLate extends Data.TaggedError("TooLate") {}

/** The registration can't be made as things are. `words` hold no value. */
class CannotPrepare extends Data.TaggedError("CannotPrepare")<{ readonly words: string }> {}

/** What is known of a call whose process died. */
const lost: MadeCall<never> = {
  outcome: {
    kind: "unknown",
    words: "The process that made the call ended before its answer was written down."
  },
  status: null,
  took: 0
}

/** What can't be opened or read won't be any better in a second: it is logged, and set aside. */
const faulty = (defect: unknown) =>
  Effect.andThen(
    Effect.logError("A registration can't be prepared", Cause.die(defect)),
    new CannotPrepare({ words: "What the session holds can't be read; the log of this moment says why." })
  )

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const ledger = yield* RegistrationLedger
  const client = yield* FundClient
  const outcomes = yield* SessionOutcomes
  const settings = yield* RegistrationSettings
  const faultPoint = yield* FaultPoint
  const queue = yield* wakeUps
  const shares = fairShares(settings.registrations)
  /** Funds of which registrations were passed over; the next hand that is free takes one up. */
  const passedOver = new Set<string>()

  /** Writes an attempt's outcome down, with all that follows from it, in one transaction. */
  const settle = Effect.fnUntraced(
    function* (claimed: ClaimedRegistration, attemptId: string, made: MadeCall<MemberRegistrationResponse>) {
      const { outcome } = made
      const next = nextStep(outcome, claimed.spent, claimed.fund.profile.idempotency, yield* Random.next)
      const write = Effect.gen(function* () {
        if (next.kind === "registered" || next.kind === "failed") {
          const told =
            outcome.kind === "accepted"
              ? RegistrationOutcome.Registered({ membership: membershipOf(outcome.answer) })
              : RegistrationOutcome.WithoutMemberNumber()
          yield* outcomes.registrationSettled(claimed.sessionId, told)
        }
        if (!(yield* ledger.record(claimed, attemptId, made, next))) return yield* new TooLate()
        if (next.kind === "due" && !next.parked) {
          yield* queue.offer({ registration_id: claimed.id }, { delay: next.afterMillis })
        }
      })
      // An answer is worth waiting for a database that restarts.
      yield* Effect.retry(sql.withTransaction(write), {
        schedule: Schedule.spaced("500 millis"),
        times: 60,
        while: (error) => error._tag === "SqlError" && error.isRetryable
      })
      yield* Effect.logInfo("A registration went on").pipe(Effect.annotateLogs({ outcome: next.kind }))
    },
    Effect.catchTag("TooLate", () => Effect.logWarning("An answer came after its attempt was given up"))
  )

  /** The body for the fund. It exists in memory until the call is over, and nowhere else. */
  const prepare = Effect.fnUntraced(function* ({ fund, sessionId }: ClaimedRegistration) {
    const profile = yield* outcomes.memberProfile(sessionId)
    if (Option.isNone(profile))
      return yield* new CannotPrepare({ words: "The session is no longer confirmed." })
    const request = registrationRequest(profile.value, fund.profile)
    if (Result.isSuccess(request)) return request.success
    const fields = request.failure.join(", ")
    return yield* new CannotPrepare({ words: `The session doesn't have what the fund requires: ${fields}.` })
  }, Effect.catchDefect(faulty))

  const renewing = (claimed: ClaimedRegistration, admission: Admission) =>
    Effect.sleep(settings.renewEvery).pipe(
      Effect.andThen(Effect.ignore(ledger.renew(claimed))),
      Effect.andThen(Effect.ignore(client.renew(admission))),
      Effect.forever,
      Effect.interruptible,
      Effect.forkScoped
    )

  /** From the moment that it is begun nothing interrupts a call: half a call is an outcome that nobody knows. */
  const perform = Effect.fnUntraced(
    function* (claimed: ClaimedRegistration) {
      const request = yield* prepare(claimed)
      const admitted = yield* client.admit(claimed.fund)
      if (Option.isNone(admitted)) {
        // The fund is held since it was claimed: nothing is spent.
        passedOver.add(claimed.fund.id)
        return yield* ledger.release(claimed)
      }
      const admission = admitted.value
      const attemptId = yield* newId
      if (!(yield* ledger.begin(claimed, attemptId))) return yield* client.giveBack(admission)
      yield* faultPoint("after_claim")
      yield* renewing(claimed, admission)
      const made = yield* client.call(memberRegistration, {
        productId: claimed.productId,
        fund: claimed.fund,
        request,
        requestId: attemptId,
        idempotencyKey: claimed.idempotencyKey,
        admission
      })
      yield* faultPoint("before_ledger_write")
      yield* settle(claimed, attemptId, made)
    },
    Effect.scoped,
    Effect.uninterruptible
  )

  const goOn = (claimed: ClaimedRegistration) =>
    (claimed.lostAttempt === null ? perform(claimed) : settle(claimed, claimed.lostAttempt, lost)).pipe(
      Effect.catchTag("CannotPrepare", ({ words }) => ledger.park(claimed, words)),
      Effect.annotateLogs({ registration_id: claimed.id, fund: claimed.fund.slug })
    )

  /** With a hand that is free again, the fund's next ones are woken: two, so that many hands come back soon. */
  const wakeNextOf = Effect.fnUntraced(function* (fundId: string) {
    if (!passedOver.has(fundId) || shares.full().includes(fundId)) return
    const ids = yield* ledger.nextOf(fundId)
    if (ids.length === 0) passedOver.delete(fundId)
    yield* Effect.forEach(ids, (registration_id) => queue.offer({ registration_id }), { discard: true })
  }, sql.withTransaction)

  const handle = Effect.fnUntraced(function* ({ registration_id }: { readonly registration_id: string }) {
    const claimed = yield* ledger.claim(registration_id, randomUUID(), shares.full())
    if (Option.isNone(claimed)) {
      const fund = yield* ledger.passOver(registration_id)
      if (Option.isSome(fund)) passedOver.add(fund.value)
    } else {
      const fundId = claimed.value.fund.id
      if (shares.take(fundId)) {
        yield* goOn(claimed.value).pipe(Effect.ensuring(Effect.sync(() => shares.giveBack(fundId))))
      } else {
        passedOver.add(fundId)
        yield* ledger.release(claimed.value)
      }
      yield* wakeNextOf(fundId)
    }
    yield* faultPoint("after_release")
  })

  const sweep = Effect.gen(function* () {
    const ids = yield* ledger.neglected(Duration.toSeconds(settings.sweepAfter), shares.full())
    yield* Effect.forEach(ids, (registration_id) => queue.offer({ registration_id }), { discard: true })
  }).pipe(sql.withTransaction, Effect.andThen(Effect.sleep(settings.sweepEvery)))

  yield* Effect.forkScoped(queue.work(handle, { concurrency: settings.registrations }))
  yield* Effect.forkScoped(supervised("The sweep of member registrations", sweep))
})

/**
 * Registers members with funds while its scope is open. Run it in as many processes as you like over one database. When
 * the scope closes it begins nothing more, finishes the calls that are under way (30 seconds at most), writes their
 * outcomes down and hands over.
 */
export const RegistrationWorker = {
  layer: Layer.effectDiscard(make).pipe(Layer.provide([RegistrationLedger.layer, FundClient.layer]))
}
