import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Ref from "effect/Ref"
import * as SqlClient from "effect/sql/SqlClient"
import { at } from "../../../test/at.ts"
import { eventsOf, eventNames } from "../../../test/TestEvents.ts"
import {
  anEmployer,
  aSession,
  creation,
  identity,
  type Session,
  TestOnboarding
} from "../../../test/TestOnboarding.ts"
import { Employees } from "../../employee-api/Employees.ts"
import { OnboardingSteps } from "../employee-embed/OnboardingSteps.ts"
import { OnboardingSessions } from "../OnboardingSessions.ts"
import { SessionUpdates } from "../update/SessionUpdates.ts"
import { NotSent, TextMessages, PhoneVerification } from "./PhoneVerification.ts"
import { readSession } from "../../../test/outcomes.ts"
import { withoutBytes, withoutIds } from "../../../test/TestDatabase.ts"

const NOW = "2026-11-21T00:00:00Z"
const after = (seconds: number) => at(new Date(Date.parse(NOW) + seconds * 1000).toISOString())
const PHONE = "0491 570 006" as S.PhoneNumberInput

/** A session that waits for the code, without a validated contact. */
const unvalidated = Effect.gen(function* () {
  const session = yield* aSession({ email_validated: false })
  yield* (yield* OnboardingSteps).opened(session.productId, session.id)
  return session
})

const request = ({ productId, id }: Session, phone_number = PHONE) =>
  Effect.flatMap(PhoneVerification, (phone) => phone.request(productId, id, { phone_number }))

const verify = ({ productId, id }: Session, code: string) =>
  Effect.flatMap(PhoneVerification, (phone) =>
    phone.verify(productId, id, { code: Redacted.make(code) as S.VerificationCode })
  )

const codeOf = ({ sandbox_code }: S.EmbedVerification) =>
  sandbox_code === undefined ? assert.fail("no code") : (Redacted.value(sandbox_code) as string)

/** A code that differs from this one. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0")

const viewed = ({ productId, id }: Session) =>
  Effect.flatMap(OnboardingSteps, (steps) => steps.view(productId, id))

const refusalOf = <
  A,
  E extends { readonly status: number; readonly code: string; readonly detail: string },
  R
>(
  effect: Effect.Effect<A, E, R>
) => Effect.map(Effect.flip(effect), ({ code, detail, status }) => [status, code, detail] as const)

layer(TestOnboarding.layer, { excludeTestServices: true })(
  "a session of which no contact is validated",
  (it) => {
    it.effect("begins with the phone, and continues with the right code", () =>
      Effect.gen(function* () {
        const session = yield* aSession({ email_validated: false })
        const created = yield* readSession(session)
        assert.strictEqual(created.current_step, "phone_verification")
        assert.deepInclude(created.modules[0], { module: "phone_verification", state: "not_started" })
        const steps = yield* OnboardingSteps
        yield* steps.opened(session.productId, session.id)
        assert.strictEqual((yield* readSession(session)).data_delivery_state, "collect_phone_verification")
        const tooEarly = yield* Effect.flip(steps.saveIdentity(session.productId, session.id, identity()))
        assert.deepInclude(tooEarly, {
          code: "step_not_reached",
          state: "collect_phone_verification",
          allowed: ["phone_verification"]
        })

        const sent = yield* request(session)
        assert.strictEqual(sent.sent_to, "**** *** 006")
        assert.strictEqual(sent.attempts_left, 3)
        assert.strictEqual(sent.valid_until as string, "2026-11-21T00:10:00.000Z")
        const view = yield* verify(session, codeOf(sent)).pipe(after(60))
        assert.strictEqual(view.current_step, "identity")
        assert.isTrue(view.phone_number_is_fixed)
        assert.strictEqual(view.collected.phone_verified_at as string, "2026-11-21T00:01:00.000Z")
        assert.deepInclude(view.steps[0], {
          step: "phone_verification",
          state: "finished",
          can_be_saved: false
        })

        const data = yield* readSession(session)
        assert.isTrue(data.phone_number_validated)
        assert.deepStrictEqual<unknown>(data.phone_verification, {
          outcome: "complete",
          verified_at: "2026-11-21T00:01:00.000Z"
        })
        const employee = yield* (yield* Employees).get(session.productId, session.employeeId)
        assert.deepStrictEqual<unknown>(employee.data.data.phone_numbers, [
          { phone_number: "+61491570006", verified_at: "2026-11-21T00:01:00.000Z" }
        ])
        assert.deepStrictEqual(yield* eventNames(session.id), [
          "onboarding_session_changed",
          "onboarding_session_changed"
        ])
        const again = yield* Effect.flip(verify(session, codeOf(sent)).pipe(after(61)))
        assert.strictEqual(again.code, "step_not_reached")
      }).pipe(at(NOW))
    )

    it.effect(
      "a code has three attempts; then the outcome is complete_unsuccessful, until a new one after ten minutes",
      () =>
        Effect.gen(function* () {
          const session = yield* unvalidated
          const code = codeOf(yield* request(session))
          const before = (yield* eventsOf(session.id)).length
          const attempt = verify(session, wrong(code))
          assert.deepStrictEqual(yield* refusalOf(attempt), [
            422,
            "validation_failed",
            "The request is not valid; see errors."
          ])
          const second = yield* Effect.flip(attempt)
          assert.deepInclude(second, { attempts_left: 1 })
          assert.include(JSON.stringify(second), "One attempt is left")
          assert.notInclude(JSON.stringify(second), wrong(code))
          assert.deepInclude<unknown>(yield* Effect.flip(attempt), {
            status: 409,
            code: "verification_not_possible",
            retry_at: "2026-11-21T00:10:00.000Z",
            attempts_left: 0
          })
          const data = yield* readSession(session)
          assert.strictEqual(data.phone_verification.outcome, "complete_unsuccessful")
          assert.strictEqual(data.data_delivery_state, "collect_phone_verification")
          assert.lengthOf(yield* eventsOf(session.id), before + 1)

          assert.strictEqual((yield* refusalOf(verify(session, code)))[1], "verification_not_possible")
          assert.deepInclude<unknown>(yield* Effect.flip(request(session).pipe(after(599))), {
            status: 409,
            code: "verification_not_possible",
            retry_at: "2026-11-21T00:10:00.000Z",
            attempts_left: 0
          })
          const fresh = codeOf(yield* request(session).pipe(after(600)))
          yield* verify(session, fresh).pipe(after(601))
          assert.strictEqual((yield* readSession(session)).phone_verification.outcome, "complete")
        }).pipe(at(NOW))
    )

    it.effect("many guesses at once have three attempts too", () =>
      Effect.gen(function* () {
        const session = yield* unvalidated
        const code = codeOf(yield* request(session))
        const guesses = Array.from({ length: 8 }, () => Effect.result(verify(session, wrong(code))))
        const results = yield* Effect.all(guesses, { concurrency: "unbounded" })
        const codes = results.map((result) => (result._tag === "Failure" ? result.failure.code : "right"))
        assert.lengthOf(
          codes.filter((one) => one === "validation_failed"),
          2
        )
        assert.lengthOf(
          codes.filter((one) => one === "verification_not_possible"),
          6
        )
        assert.strictEqual((yield* refusalOf(verify(session, code)))[0], 409)
      }).pipe(at(NOW))
    )

    it.effect(
      "a code is good for ten minutes, and until the next is sent, which takes 30 seconds; ten in all",
      () =>
        Effect.gen(function* () {
          const session = yield* unvalidated
          const first = codeOf(yield* request(session))
          assert.strictEqual(
            (yield* refusalOf(request(session).pipe(after(29))))[1],
            "verification_not_possible"
          )
          const second = codeOf(yield* request(session).pipe(after(30)))
          if (second !== first) {
            assert.strictEqual((yield* refusalOf(verify(session, first).pipe(after(31))))[0], 422)
          }
          assert.deepStrictEqual(yield* refusalOf(verify(session, second).pipe(after(630))), [
            409,
            "verification_not_possible",
            "There is no valid code. Request a new one."
          ])
          for (let nth = 3; nth <= 10; nth++) yield* request(session).pipe(after(nth * 1000))
          const tenth = yield* viewed(session).pipe(after(10_001))
          assert.notProperty(tenth.verification, "can_resend_at")
          const refused = yield* Effect.flip(request(session).pipe(after(10_001)))
          assert.include(refused.detail, "Too many codes were sent")
          assert.notProperty(refused, "retry_at")
        }).pipe(at(NOW))
    )

    it.effect("the view has the last code's state while it can be used or the next has to wait", () =>
      Effect.gen(function* () {
        const session = yield* unvalidated
        const before = yield* viewed(session)
        assert.notProperty(before, "verification")
        const sent = yield* request(session)
        const reloaded = yield* viewed(session).pipe(after(1))
        assert.deepStrictEqual(reloaded.verification, sent)
        assert.deepInclude<unknown>(sent, {
          sent_to: "**** *** 006",
          attempts_left: 3,
          valid_until: "2026-11-21T00:10:00.000Z",
          can_resend_at: "2026-11-21T00:00:30.000Z"
        })
        // A code that is asked for in another window doesn't make this one's view stale.
        assert.strictEqual(reloaded.revision, before.revision)

        const wrongly = verify(session, wrong(codeOf(sent)))
        yield* Effect.flip(wrongly.pipe(after(20)))
        // A wrong code doesn't move the time of the next one.
        assert.deepInclude<unknown>((yield* viewed(session).pipe(after(21))).verification, {
          attempts_left: 2,
          can_resend_at: "2026-11-21T00:00:30.000Z"
        })
        yield* Effect.flip(wrongly)
        yield* Effect.flip(wrongly)
        const usedUp = (yield* viewed(session).pipe(after(599))).verification
        assert.strictEqual(usedUp?.attempts_left, 0)
        assert.strictEqual(usedUp?.can_resend_at as string, "2026-11-21T00:10:00.000Z")
        assert.notProperty(usedUp, "sandbox_code")
        assert.notProperty(yield* viewed(session).pipe(after(600)), "verification")

        const next = yield* request(session).pipe(after(600))
        assert.notStrictEqual(codeOf(next), codeOf(sent))
        const view = yield* verify(session, codeOf(next)).pipe(after(601))
        assert.notProperty(view, "verification")
      }).pipe(at(NOW))
    )

    it.effect("the code goes to the phone that the partner gave, or to any mobile if it gave none", () =>
      Effect.gen(function* () {
        const session = yield* unvalidated
        assert.strictEqual((yield* refusalOf(request(session, "0491 570 156" as S.PhoneNumberInput)))[0], 422)
        yield* request(session, "+61 491 570 006" as S.PhoneNumberInput)

        const employer = yield* anEmployer()
        const { phone_number: _, email_validated: __, ...byMail } = creation(employer)
        const { data } = yield* (yield* OnboardingSessions).create(employer.productId, byMail)
        const bare = { ...employer, id: data.id, employeeId: data.employee.id }
        yield* (yield* OnboardingSteps).opened(bare.productId, bare.id)
        const landline = yield* Effect.flip(request(bare, "02 5550 0000" as S.PhoneNumberInput))
        assert.include(JSON.stringify(landline), "#/phone_number")
        const code = codeOf(yield* request(bare, "0491 570 156" as S.PhoneNumberInput))
        yield* verify(bare, code)
        assert.strictEqual((yield* readSession(bare)).phone_number as string, "+61491570156")
      }).pipe(at(NOW))
    )

    it.effect("is let through when the partner validates a contact, which sends nothing", () =>
      Effect.gen(function* () {
        const session = yield* unvalidated
        const code = codeOf(yield* request(session))
        const before = (yield* eventsOf(session.id)).length
        const { data } = yield* (yield* SessionUpdates).update(
          session.productId,
          session.id,
          "*" as S.EntityTag,
          { email_validated: true }
        )
        assert.strictEqual(data.data_delivery_state, "collect_identity")
        assert.deepStrictEqual(data.phone_verification, { outcome: "incomplete", verified_at: null })
        assert.deepInclude(data.modules[0], { module: "phone_verification", state: "skipped" })
        assert.lengthOf(yield* eventsOf(session.id), before)
        assert.strictEqual((yield* refusalOf(verify(session, code)))[1], "step_not_reached")
      }).pipe(at(NOW))
    )

    it.effect("keeps no code and no phone in the clear", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const session = yield* unvalidated
        const code = codeOf(yield* request(session))
        const [row] = yield* sql<{
          row: string
        }>`SELECT c::text || encode(c.code_hash, 'escape') || encode(c.phone, 'escape')
        AS row FROM verification_codes c WHERE session_id = ${session.id}`
        assert.notInclude(withoutBytes(withoutIds(row?.row ?? "")), code)
        assert.notInclude(row?.row, "491570006")
      }).pipe(at(NOW))
    )
  }
)

/** The texts that were sent, and whether sending the next one succeeds. */
class Sent extends Context.Service<Sent, Ref.Ref<ReadonlyArray<readonly [to: string, text: string]>>>()(
  "test/Sent"
) {}
class Down extends Context.Service<Down, Ref.Ref<boolean>>()("test/Down") {}

const aCarrier = Layer.effect(
  TextMessages,
  Effect.gen(function* () {
    const sent = yield* Sent
    const down = yield* Down
    return TextMessages.of({
      isConfigured: true,
      send: ({ text, to }) =>
        Effect.gen(function* () {
          if (yield* Ref.get(down)) return yield* new NotSent()
          yield* Ref.update(sent, (before) => [...before, [to, Redacted.value(text)] as const])
        })
    })
  })
).pipe(
  Layer.provideMerge(Layer.effect(Sent, Ref.make<ReadonlyArray<readonly [string, string]>>([]))),
  Layer.provideMerge(Layer.effect(Down, Ref.make(false)))
)

/** An employer of a live product. */
const live = Effect.gen(function* () {
  const employer = yield* anEmployer()
  yield* (yield* SqlClient.SqlClient)`UPDATE products SET sandboxed = false WHERE id = ${employer.productId}`
  return employer
})

layer(TestOnboarding.over(aCarrier), { excludeTestServices: true })(
  "a live product with text messages",
  (it) => {
    it.effect("sends the code, and doesn't answer it", () =>
      Effect.gen(function* () {
        const session = yield* aSession({ email_validated: false }, yield* live)
        yield* (yield* OnboardingSteps).opened(session.productId, session.id)
        const answer = yield* request(session)
        assert.notProperty(answer, "sandbox_code")
        assert.deepStrictEqual((yield* viewed(session)).verification, answer)
        const [[to, text] = ["", ""]] = yield* Ref.get(yield* Sent)
        assert.strictEqual(to, "+61491570006")
        const [code = ""] = /\b\d{6}\b/.exec(text) ?? []
        const view = yield* verify(session, code)
        assert.strictEqual(view.current_step, "identity")
      }).pipe(at(NOW))
    )

    it.effect("says so when the carrier doesn't take the text", () =>
      Effect.gen(function* () {
        const session = yield* aSession({ email_validated: false }, yield* live)
        yield* (yield* OnboardingSteps).opened(session.productId, session.id)
        yield* Ref.set(yield* Down, true)
        assert.deepInclude<unknown>(yield* Effect.flip(request(session)), {
          status: 409,
          code: "verification_not_possible",
          detail: "The code could not be sent. Try again in a moment.",
          retry_at: "2026-11-21T00:00:30.000Z"
        })
        assert.strictEqual(
          (yield* viewed(session)).verification?.valid_until as string,
          "2026-11-21T00:00:00.000Z"
        )
      }).pipe(at(NOW))
    )
  }
)
