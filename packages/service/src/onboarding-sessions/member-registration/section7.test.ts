import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { type FundAnswer, fundServer } from "../../../test/funds/fundServer.ts"
import { registered, section7 } from "../../../test/funds/section7.ts"
import {
  aRegistration,
  confirm,
  aReview,
  registrationOf,
  sessionOf,
  startWorker,
  TestRegistering
} from "../../../test/funds/TestRegistering.ts"
import { passTime, StillTime } from "../../../test/at.ts"
import { issueStates } from "../../../test/TestIssues.ts"
import { FundCredentials } from "../../funds/FundCredentials.ts"
import { derivedId } from "../../platform/ids/derivedId.ts"

/** A fund that returns these answers in order, and repeats the last one. */
const answering = (...answers: ReadonlyArray<FundAnswer>) =>
  fundServer((_, nth) => answers[nth - 1] ?? answers.at(-1) ?? 500)

layer(Layer.provideMerge(StillTime, TestRegistering.layer), { excludeTestServices: true })(
  "section 7, at member registration",
  (it) => {
    for (const row of section7) {
      const { answers, ends, idempotency, title, waits, waitsOn } = row
      it.effect(title, () =>
        Effect.gen(function* () {
          const server = yield* answering(...answers)
          const { session } = yield* aRegistration(
            server.url,
            idempotency === undefined ? {} : { idempotency }
          )
          for (const [index, seconds] of waits.entries()) {
            // A new worker for each attempt: the count of attempts is in the ledger, and survives a restart.
            yield* Effect.scoped(
              Effect.gen(function* () {
                const worker = yield* startWorker()
                yield* worker.untilIdle
                assert.lengthOf(server.calls, index + 1)
                const { due, wait } = yield* registrationOf(session)
                assert.strictEqual(wait, seconds)
                yield* passTime(`${(due ?? 0) * 1000 - 1} millis`)
                yield* worker.look(session)
                assert.lengthOf(server.calls, index + 1)
              })
            )
            yield* passTime("1 millis")
          }
          const worker = yield* startWorker()
          yield* worker.untilIdle
          const registration = yield* registrationOf(session)
          const calls = waits.length + 1
          assert.deepInclude(registration, { ...ends, attempts: calls })
          yield* passTime("2 days")
          yield* worker.look(session)
          assert.lengthOf(server.calls, calls)
          const headers = server.calls.map((call) => call.headers)
          assert.deepStrictEqual(
            new Set(headers.map((sent) => sent["idempotency-key"])),
            new Set([derivedId(`member_registration ${session.id}`)])
          )
          assert.strictEqual(new Set(headers.map((sent) => sent["x-request-id"])).size, calls)
          const { data_delivery_state, onboarding_session_super_selection } = yield* sessionOf(session)
          assert.deepStrictEqual(
            [data_delivery_state, onboarding_session_super_selection.outcome],
            ends.state === "done"
              ? ["completed", "complete"]
              : waitsOn
                ? ["pending_completion", "incomplete"]
                : ["completed", "complete_without_member_number"]
          )
          assert.deepStrictEqual(
            yield* issueStates(session.employerId),
            ends.state === "stopped" && !waitsOn ? ["member_registration_failed open"] : []
          )
        })
      )
    }

    for (const status of [401, 403]) {
      it.effect(
        `${status}: no call to the fund until its credentials are changed, then all go on by themselves [R-7-4]`,
        () =>
          Effect.gen(function* () {
            const server = yield* fundServer(({ headers }) =>
              headers["x-auth-key"] === FIXED ? registered : status
            )
            const { fund, session } = yield* aRegistration(server.url)
            const review = yield* aReview(fund)
            const worker = yield* startWorker()
            yield* worker.untilIdle
            assert.lengthOf(server.calls, 1)
            assert.deepInclude(yield* registrationOf(session), { state: "waiting", because: "credentials" })
            // Refused credentials stop calls, not choices: the next registration waits behind the first.
            yield* confirm(review)
            yield* passTime("4 days")
            yield* worker.look(session)
            assert.lengthOf(server.calls, 1)
            yield* (yield* FundCredentials).replace(fund.slug, Redacted.make(FIXED))
            yield* worker.untilIdle
            assert.deepInclude(yield* registrationOf(session), { state: "done", attempts: 2 })
            assert.deepInclude(yield* registrationOf(review), { state: "done", attempts: 1 })
            assert.lengthOf(server.calls, 3)
          })
      )
    }
  }
)

const FIXED = "f".repeat(40)
