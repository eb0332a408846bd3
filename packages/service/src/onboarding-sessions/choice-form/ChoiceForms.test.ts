import { assert, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import { aProduct } from "../../../test/aProduct.ts"
import { at } from "../../../test/at.ts"
import { textOfPdf } from "../../../test/choosing.ts"
import { eventNames } from "../../../test/TestEvents.ts"
import { products } from "../../../test/TestFunds.ts"
import { aSession, type Session, TestOnboarding, walkTo } from "../../../test/TestOnboarding.ts"
import { FaultPoint } from "../../platform/jobs/FaultPoint.ts"
import { SessionEndings } from "../SessionEndings.ts"
import { SessionOutcomes } from "../SessionOutcomes.ts"
import { TaxFileNumbers } from "../tax-file-number/TaxFileNumbers.ts"
import { ChoiceForms } from "./ChoiceForms.ts"
import { readSession, registered, settle, stateOf, aConfirmedDefault } from "../../../test/outcomes.ts"

const NOW = "2026-11-21T00:00:00Z"
const CHANGED = "onboarding_session_changed"
const COMPLETED = "onboarding_session_completed"

const services = { excludeTestServices: true }

/** A session that its employee has just confirmed: the fund's answer and the choice form are outstanding. */
const confirmed = Effect.gen(function* () {
  const session = yield* aSession()
  yield* walkTo(session, "confirmed")
  return session
})

const make = ({ id }: Session) => Effect.flatMap(ChoiceForms, (forms) => forms.make(id))

const register = (session: Session) => settle(session, registered())

/** The webhooks sent since. */
const since = (session: Session, before: ReadonlyArray<string>) =>
  Effect.map(eventNames(session.id), (all) => all.slice(before.length))

const untilCompleted = (session: Session) =>
  Effect.flatMap(stateOf(session), (state) =>
    state === "completed" ? Effect.void : Effect.fail(state)
  ).pipe(Effect.retry(Schedule.spaced("20 millis")))

const formOf = ({ productId, id }: Session) =>
  Effect.flatMap(ChoiceForms, (forms) => Effect.map(forms.read(productId, id), Option.getOrUndefined))

layer(TestOnboarding.layer, services)("the super choice form", (it) => {
  it.effect(
    "becomes available after the member confirms the fund choice: onboarding_session_changed is sent, and the session stays in progress [R-3-11, R-6-8]",
    () =>
      Effect.gen(function* () {
        const session = yield* confirmed
        const before = yield* eventNames(session.id)
        const url = "super_choice_form_pdf_url"
        assert.isNull((yield* readSession(session)).onboarding_session_super_selection.generated[url])
        yield* make(session)
        assert.deepStrictEqual(yield* since(session, before), [CHANGED])
        const data = yield* readSession(session)
        assert.strictEqual(data.data_delivery_state, "pending_completion")
        assert.strictEqual(
          data.onboarding_session_super_selection.generated[url] as string,
          `https://api.example.test/api/v1/onboarding-session/${session.id}/choice-form`
        )
      }).pipe(at(NOW))
  )

  it.effect("is awaited by completion, whose webhook is sent last [R-3-13, R-6-13]", () =>
    Effect.gen(function* () {
      const formFirst = yield* confirmed
      const before = yield* eventNames(formFirst.id)
      yield* make(formFirst)
      yield* register(formFirst)
      assert.deepStrictEqual(yield* since(formFirst, before), [CHANGED, COMPLETED])

      const fundFirst = yield* confirmed
      yield* register(fundFirst)
      const waiting = yield* readSession(fundFirst)
      assert.strictEqual(waiting.data_delivery_state, "pending_completion")
      assert.strictEqual(waiting.onboarding_session_super_selection.outcome, "complete")
      yield* make(fundFirst)
      assert.deepStrictEqual(yield* since(fundFirst, before), [CHANGED, CHANGED, COMPLETED])

      const formAlone = yield* aConfirmedDefault
      assert.strictEqual((yield* readSession(formAlone)).data_delivery_state, "pending_completion")
      yield* make(formAlone)
      assert.deepStrictEqual(yield* since(formAlone, before), [CHANGED, COMPLETED])
      assert.strictEqual((yield* readSession(formAlone)).data_delivery_state, "completed")
    }).pipe(at(NOW))
  )

  it.effect(
    "and the fund's answer, at the same time on two connections, complete the session once, and nothing follows [R-3-14, R-3-15, R-6-13]",
    () =>
      Effect.gen(function* () {
        const sessions = yield* Effect.forEach(Array.from({ length: 5 }), () => confirmed)
        const before = yield* eventNames((sessions[0] as Session).id)
        yield* Effect.forEach(
          sessions.flatMap((session) => [1, 2].map(() => session)),
          (session) => Effect.all([make(session), register(session)], { concurrency: "unbounded" }),
          { concurrency: "unbounded" }
        )
        for (const session of sessions) {
          const sent = yield* since(session, before)
          assert.strictEqual(sent.at(-1), COMPLETED)
          assert.isTrue(sent.slice(0, -1).every((event) => event === CHANGED))
          // The webhook for the form, and the one for the number if the number came first.
          assert.include([2, 3], sent.length)
          assert.strictEqual((yield* readSession(session)).data_delivery_state, "completed")
        }
      }).pipe(at(NOW))
  )

  it.effect(
    "has the same bytes for each reader, in each process, also after its tax file number was destroyed",
    () =>
      Effect.gen(function* () {
        const session = yield* confirmed
        yield* make(session)
        yield* register(session)
        const pdf = yield* formOf(session)
        assert.isDefined(pdf)
        const { destroy } = yield* TaxFileNumbers
        yield* destroy({ id: session.id, product_id: session.productId })
        const elsewhere = Effect.provide(formOf(session), Layer.fresh(ChoiceForms.layer))
        const later = elsewhere.pipe(at("2026-12-24T00:00:00Z"))
        const read = yield* Effect.all([formOf(session), elsewhere, later], { concurrency: "unbounded" })
        for (const one of read) assert.deepStrictEqual(one, pdf)
      }).pipe(at(NOW))
  )

  it.effect("is its product's alone, sealed, and gone when the session is erased", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const session = yield* confirmed
      yield* make(session)
      const forms = yield* ChoiceForms
      assert.isTrue(Option.isNone(yield* forms.read(yield* aProduct(), session.id)))
      const [row] = yield* sql<{ text: string; bytes: number }>`SELECT encode(sealed, 'escape') AS text,
        octet_length(sealed) AS bytes FROM choice_forms WHERE session_id = ${session.id}`
      assert.notInclude(row?.text, "%PDF")
      assert.notInclude(row?.text, Buffer.from("%PDF").toString("base64").slice(0, 5))
      for (const known of ["Niamh", "Wattle", "choice form"]) assert.notInclude(row?.text, known)
      // Its texts alone are stored, not the PDF.
      assert.isBelow(row?.bytes ?? Infinity, 3000)
      yield* (yield* SessionOutcomes).stopWaiting(session.id)
      const by = { actor: { kind: "system" } } as const
      yield* (yield* SessionEndings).erase(session.productId, session.id, by)
      assert.isUndefined(yield* formOf(session))
      const { generated } = (yield* readSession(session)).onboarding_session_super_selection
      assert.isNull(generated.super_choice_form_pdf_url)
      yield* make(session)
      assert.isUndefined(yield* formOf(session))
    }).pipe(at(NOW))
  )
})

layer(TestOnboarding.layer, services)("what the choice form says", (it) => {
  it.effect("is what the standard choice form asks for, with the tax file number masked", () =>
    Effect.gen(function* () {
      const session = yield* confirmed
      yield* make(session)
      const { language, text, title } = yield* textOfPdf(yield* formOf(session))
      assert.strictEqual(title, "Superannuation standard choice form")
      assert.strictEqual(language, "en-AU")
      for (const phrase of [
        "I choose A super fund that I join",
        "Name Niamh O'Connor",
        "Employee number emp-0042",
        "Tax file number *** *** 782",
        "Fund name Acacia Super",
        "Fund ABN 60 905 115 063",
        "Product Acacia MySuper",
        `(USI) ${products.acacia.usi}`,
        "Member number To be given by the fund",
        "Confirmed on 21 November 2026 at 11:00 am (Sydney time)",
        "Business name Wattle Pty Ltd",
        "ABN 51 824 753 556",
        `Onboarding session ${session.id}`
      ]) {
        assert.include(text, phrase)
      }
      assert.notMatch(text, /123 ?456/)
    }).pipe(at(NOW))
  )

  it.effect("names the member number once it is known, and sends nothing for that", () =>
    Effect.gen(function* () {
      const session = yield* confirmed
      yield* make(session)
      const before = (yield* textOfPdf(yield* formOf(session))).text
      assert.include(before, "Member number To be given by the fund")
      yield* register(session)
      const sent = yield* eventNames(session.id)
      assert.strictEqual(sent.at(-1), COMPLETED)
      const after = yield* formOf(session)
      assert.deepStrictEqual(yield* formOf(session), after)
      const { text } = yield* textOfPdf(after)
      const unknown = "To be given by the fund: the employee joins it with this choice"
      assert.strictEqual(text, before.replace(unknown, "0012345678"))
      assert.deepStrictEqual(yield* eventNames(session.id), sent)
    }).pipe(at(NOW))
  )

  it.effect("says that a tax file number was given after it was destroyed, when a number comes late", () =>
    Effect.gen(function* () {
      const session = yield* confirmed
      yield* make(session)
      yield* (yield* SessionOutcomes).stopWaiting(session.id)
      yield* (yield* TaxFileNumbers).destroy({ id: session.id, product_id: session.productId })
      yield* register(session)
      const { text } = yield* textOfPdf(yield* formOf(session))
      assert.include(text, "Member number 0012345678")
      assert.include(text, "Tax file number Given")
    }).pipe(at(NOW))
  )
})

layer(TestOnboarding.layer, services)("the job that makes the form", (it) => {
  it.effect(
    "that ends before it is done is done by another: nothing is lost, and no webhook is sent twice",
    () =>
      Effect.gen(function* () {
        const session = yield* aConfirmedDefault
        const before = yield* eventNames(session.id)
        const reached = yield* Deferred.make<void>()
        // The process ends after it has written and announced the form, and before it completes the session.
        const stuck = (name: string) =>
          name === "after_ledger_write"
            ? Effect.andThen(Deferred.succeed(reached, undefined), Effect.never)
            : Effect.void
        const first = yield* Effect.forkChild(
          Effect.never.pipe(
            Effect.provide(ChoiceForms.worker.pipe(Layer.provideMerge(Layer.fresh(ChoiceForms.layer)))),
            Effect.provideService(FaultPoint, stuck)
          )
        )
        yield* Deferred.await(reached)
        assert.deepStrictEqual(yield* since(session, before), [CHANGED])
        yield* Fiber.interrupt(first)
        yield* Effect.provide(untilCompleted(session), ChoiceForms.worker)
        assert.deepStrictEqual(yield* since(session, before), [CHANGED, COMPLETED])
      })
  )
})
