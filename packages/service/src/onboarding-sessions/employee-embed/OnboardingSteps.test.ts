import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { at } from "../../../test/at.ts"
import { eventsOf } from "../../../test/TestEvents.ts"
import {
  aSession,
  contact,
  identity,
  join,
  tax,
  TestOnboarding,
  walkTo
} from "../../../test/TestOnboarding.ts"
import { products } from "../../../test/TestFunds.ts"
import { Confirmation } from "./Confirmation.ts"
import { OnboardingSessions } from "../OnboardingSessions.ts"
import { OnboardingSteps } from "./OnboardingSteps.ts"
import { TaxFileNumbers } from "../tax-file-number/TaxFileNumbers.ts"
import { refusalOf } from "../../../test/findings.ts"
import { REGISTRATION_CONSENT, SUPER_DISCLAIMER, TFN_NOTICE } from "./texts.ts"

const NOW = "2026-11-21T00:00:00Z"

const services = { excludeTestServices: true }

layer(TestOnboarding.layer, services)("the employee's way", (it) => {
  it.effect(
    "any progress sends onboarding_session_changed, and the session stays in progress [R-1-7, R-3-10, R-6-6, R-6-7]",
    () =>
      Effect.gen(function* () {
        const session = yield* aSession()
        yield* walkTo(session, "confirmed")
        const events = yield* eventsOf(session.id)
        assert.deepStrictEqual(
          events.map(({ event }) => event),
          Array.from({ length: 7 }, () => "onboarding_session_changed")
        )
        assert.deepStrictEqual(
          events.map(({ seq }) => seq),
          [2, 3, 4, 5, 6, 7, 8]
        )
        assert.deepInclude(events[0]?.payload, {
          subject: "onboarding_session",
          id: session.id,
          remote_id: "session-1",
          product_id: session.productId,
          url: `https://api.example.test/api/v1/onboarding-session/${session.id}`
        })
        const { data } = yield* (yield* OnboardingSessions).get(session.productId, session.id)
        assert.strictEqual(data.data_delivery_state, "pending_completion")
        assert.isNull(data.completed_at)
      }).pipe(at(NOW))
  )

  it.effect("personal data is collected, and can be fetched as far as it was gathered [R-1-4, R-6-9]", () =>
    Effect.gen(function* () {
      const session = yield* aSession()
      yield* walkTo(session, "super_disclaimer")
      const { data } = yield* (yield* OnboardingSessions).get(session.productId, session.id)
      assert.deepInclude(data.employee_identity.data, {
        given_name: "Niamh",
        family_name: "O'Connor"
      } as object)
      assert.strictEqual(data.employee_identity.outcome, "complete")
      assert.deepInclude(data.employee_contact.data, {
        email: "niamh@example.com",
        phone_number: "+61491570006"
      } as object)
      assert.deepStrictEqual<unknown>(data.employee_tax.data, {
        tfn_provided: true,
        tfn_masked: "*** *** 782",
        tfn_exemption_type: null
      })
      assert.strictEqual(data.super_disclaimer.outcome, "incomplete")
      assert.strictEqual(data.progression.completion_percentage as number, 43)
      assert.deepStrictEqual(
        data.modules.map(({ module, state }) => [module, state]),
        [
          ["phone_verification", "skipped"],
          ["identity", "finished"],
          ["contact", "finished"],
          ["tax", "finished"],
          ["super_disclaimer", "in_progress"],
          ["super_selection", "not_started"]
        ]
      )
    }).pipe(at(NOW))
  )

  it.effect("the view shows the step that comes next, and what was saved", () =>
    Effect.gen(function* () {
      const session = yield* aSession()
      yield* walkTo(session, "tax")
      const view = yield* (yield* OnboardingSteps).view(session.productId, session.id)
      assert.strictEqual(view.current_step, "tax")
      assert.strictEqual(view.employer_name as string, "Wattle Pty Ltd")
      assert.isTrue(view.email_is_fixed)
      assert.isFalse(view.phone_number_is_fixed)
      assert.deepStrictEqual(
        view.steps.map(({ step, state, can_be_saved }) => [step, state, can_be_saved]),
        [
          ["identity", "finished", true],
          ["contact", "finished", true],
          ["tax", "in_progress", true],
          ["super_disclaimer", "not_started", false],
          ["super_selection", "not_started", false],
          ["review", "not_started", false],
          ["finished", "not_started", false]
        ]
      )
      assert.strictEqual(view.collected.contact?.phone_number as string, "+61491570006")
      assert.notProperty(view.collected, "tax")
    }).pipe(at(NOW))
  )

  it.effect("a step before its turn is refused with where the session is, and changes nothing", () =>
    Effect.gen(function* () {
      const session = yield* aSession()
      yield* walkTo(session, "identity")
      const { productId, id } = session
      const error = yield* Effect.flip((yield* OnboardingSteps).saveTax(productId, id, tax()))
      assert.strictEqual(error.status, 409)
      assert.deepInclude(error, { code: "step_not_reached", allowed: ["identity"] })
      const confirming = yield* Effect.flip((yield* Confirmation).confirm(productId, id, { confirmed: true }))
      assert.strictEqual(confirming.code, "step_not_reached")
      assert.isFalse((yield* (yield* TaxFileNumbers).masked([id])).has(id))
      assert.lengthOf(yield* eventsOf(id), 1)
    }).pipe(at(NOW))
  )
})

layer(TestOnboarding.layer, services)("the contact step", (it) => {
  it.effect("warns of what looks odd, and refuses none of it [R-2.3-19]", () =>
    Effect.gen(function* () {
      const session = yield* aSession()
      yield* walkTo(session, "contact")
      const { productId, id } = session
      const steps = yield* OnboardingSteps
      const address = { address_line_1: "PO Box 1", locality: "Melbourne", postcode: "3000", state: "nsw" }
      const odd = yield* steps.saveContact(
        productId,
        id,
        contact({ phone_number: "(02) 5550 0000", address })
      )
      assert.deepStrictEqual(
        odd.warnings.map(({ step, pointer, code }) => [step, pointer, code]),
        [
          ["contact", "#/phone_number", "mobile_preferred"],
          ["contact", "#/address/postcode", "postcode_of_another_state"],
          ["contact", "#/address/address_line_1", "post_office_box"]
        ]
      )
      assert.deepStrictEqual((yield* steps.saveContact(productId, id, contact())).warnings, [])
    }).pipe(at(NOW))
  )
})

layer(TestOnboarding.layer, services)("the tax step", (it) => {
  it.effect("takes the tax file number or a reason, exactly one of them, and the current notice", () =>
    Effect.gen(function* () {
      const session = yield* aSession()
      yield* walkTo(session, "tax")
      const attempt = (step: S.EmbedTaxStep) =>
        Effect.flatMap(OnboardingSteps, (steps) =>
          Effect.map(Effect.flip(steps.saveTax(session.productId, session.id, step)), refusalOf)
        )
      assert.deepStrictEqual(yield* attempt(tax({})), ["validation_failed", "# not_allowed"])
      const both = tax({ tfn: "123456782", tfn_exemption_type: "pending" })
      assert.deepStrictEqual(yield* attempt(both), ["validation_failed", "# not_allowed"])
      const old = tax({ tfn: "123456782", notice_version: "tfn-notice-2020-01" })
      assert.deepStrictEqual(yield* attempt(old), ["validation_failed", "#/notice_version not_allowed"])
      const kept = tax({ tfn: "123456782", keep_tfn: true })
      assert.deepStrictEqual(yield* attempt(kept), [
        "validation_failed",
        "# not_allowed",
        "#/keep_tfn not_allowed"
      ])
    }).pipe(at(NOW))
  )

  it.effect("takes the reason under_eighteen from those under 18 alone", () =>
    Effect.gen(function* () {
      const steps = yield* OnboardingSteps
      const grown = yield* aSession()
      yield* walkTo(grown, "tax")
      const under = tax({ tfn_exemption_type: "under_eighteen" })
      const error = yield* Effect.flip(steps.saveTax(grown.productId, grown.id, under))
      assert.deepStrictEqual(refusalOf(error), ["validation_failed", "#/tfn_exemption_type not_allowed"])
      yield* steps.saveIdentity(grown.productId, grown.id, identity({ date_of_birth: "2008-11-22" }))
      yield* steps.saveTax(grown.productId, grown.id, under)
      const older = identity({ date_of_birth: "2008-11-21" })
      const belied = yield* Effect.flip(steps.saveIdentity(grown.productId, grown.id, older))
      assert.deepStrictEqual(refusalOf(belied), ["validation_failed", "#/date_of_birth not_allowed"])
    }).pipe(at(NOW))
  )

  it.effect("a number that the partner supplied is kept without typing it, and the notice is recorded", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const session = yield* aSession({ employee_detail: { tax_detail: { tfn: "876543210" } } })
      const { productId, id } = session
      yield* walkTo(session, "tax")
      const steps = yield* OnboardingSteps
      const shown = yield* steps.view(productId, id)
      assert.strictEqual(shown.prefilled.tax?.tfn_masked as string, "*** *** 210")
      assert.notProperty(shown.collected, "tax")
      const old = tax({ keep_tfn: true, notice_version: "tfn-notice-2020-01" })
      const refused = yield* Effect.flip(steps.saveTax(productId, id, old))
      assert.deepStrictEqual(refusalOf(refused), ["validation_failed", "#/notice_version not_allowed"])
      const view = yield* steps.saveTax(productId, id, tax({ keep_tfn: true }))
      assert.strictEqual(view.current_step, "super_disclaimer")
      assert.deepStrictEqual<unknown>(view.collected.tax, {
        tfn_provided: true,
        tfn_masked: "*** *** 210"
      })
      const numbers = yield* TaxFileNumbers
      const tfn = Option.getOrThrow(yield* numbers.openForRegistration({ id, product_id: productId }))
      assert.strictEqual(Redacted.value(tfn) as string, "876543210")
      const { data } = yield* (yield* OnboardingSessions).get(productId, id)
      assert.strictEqual(data.employee_tax.data?.tfn_masked as string, "*** *** 210")
      const rows = yield* sql`SELECT detail -> 'versions' AS versions FROM audit_log
        WHERE entity_id = ${id} AND action = 'tfn_notice.accept'`
      assert.deepStrictEqual(rows, [{ versions: [view.tfn_notice.version] }])
      // A number of their own replaces it, and a reason destroys it.
      const own = yield* steps.saveTax(productId, id, tax({ tfn: "123456782" }))
      assert.strictEqual(own.collected.tax?.tfn_masked as string, "*** *** 782")
      const { employee_detail } = (yield* (yield* OnboardingSessions).get(productId, id)).data
      assert.isNull(employee_detail?.tax_detail?.tfn_masked)
      assert.isTrue(employee_detail?.tax_detail?.tfn_provided)
      const exempt = yield* steps.saveTax(productId, id, tax({ tfn_exemption_type: "not_quoted" }))
      assert.deepStrictEqual<unknown>(exempt.collected.tax, {
        tfn_provided: false,
        tfn_exemption_type: "not_quoted"
      })
      assert.isTrue(Option.isNone(yield* numbers.openForRegistration({ id, product_id: productId })))
      const none = yield* Effect.flip(steps.saveTax(productId, id, tax({ keep_tfn: true })))
      assert.deepStrictEqual(refusalOf(none), ["validation_failed", "#/keep_tfn not_allowed"])
    }).pipe(at(NOW))
  )

  it.effect("a fund that takes no exemption has to be chosen again, and one webhook reports it", () =>
    Effect.gen(function* () {
      const session = yield* aSession()
      const { productId, id } = session
      yield* walkTo(session, "review")
      const before = (yield* eventsOf(id)).length
      const view = yield* (yield* OnboardingSteps).saveTax(
        productId,
        id,
        tax({ tfn_exemption_type: "not_quoted" })
      )
      assert.strictEqual(view.current_step, "super_selection")
      assert.notProperty(view.collected, "super_selection")
      assert.lengthOf(yield* eventsOf(id), before + 1)
    }).pipe(at(NOW))
  )

  it.effect("the fund stays where it takes the exemption", () =>
    Effect.gen(function* () {
      const employment = { start_date: "2026-12-01" }
      const session = yield* aSession({ employee_detail: { employment } })
      const { productId, id } = session
      yield* walkTo(session, "super_selection")
      yield* join(session, products.banksia)
      const view = yield* (yield* OnboardingSteps).saveTax(
        productId,
        id,
        tax({ tfn_exemption_type: "not_quoted" })
      )
      assert.strictEqual(view.current_step, "review")
    }).pipe(at(NOW))
  )
})

layer(TestOnboarding.layer, services)("what an employee accepts", (it) => {
  it.effect("is recorded with the version and the language of the text that was shown", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const session = yield* aSession()
      yield* walkTo(session, "review")
      const rows = yield* sql`SELECT action, actor_kind, product_id, detail FROM audit_log
        WHERE entity_id = ${session.id} AND action LIKE '%.accept' ORDER BY id`
      const accepted = (action: string, version: string) => ({
        action,
        actor_kind: "embed_session",
        product_id: session.productId,
        detail: { versions: [version], language: "en-AU" }
      })
      assert.deepStrictEqual(rows, [
        accepted("tfn_notice.accept", TFN_NOTICE.version),
        accepted("disclaimer.accept", SUPER_DISCLAIMER.version),
        accepted("consent.accept", REGISTRATION_CONSENT.version)
      ])
    })
  )
})
