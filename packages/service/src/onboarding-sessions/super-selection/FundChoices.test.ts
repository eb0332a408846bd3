import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import { at } from "../../../test/at.ts"
import { eventsOf } from "../../../test/TestEvents.ts"
import { Joinable, products, TestFunds } from "../../../test/TestFunds.ts"
import { aSession, join, type Session, TestOnboarding, walkTo } from "../../../test/TestOnboarding.ts"
import { Confirmation } from "../employee-embed/Confirmation.ts"
import { FundChoices } from "./FundChoices.ts"
import { OnboardingSessions } from "../OnboardingSessions.ts"
import { REGISTRATION_CONSENT } from "../employee-embed/texts.ts"
import { refusalOf } from "../../../test/findings.ts"

const NOW = "2026-11-21T00:00:00Z"
const EMPLOYMENT = { employment: { start_date: "2026-12-01" } }
const CONSENT = { consent_version: REGISTRATION_CONSENT.version }

const services = { excludeTestServices: true }

/** A session whose employee may choose a fund now. */
const choosing = Effect.fnUntraced(function* (...parameters: Parameters<typeof aSession>) {
  const session = yield* aSession(...parameters)
  yield* walkTo(session, "super_selection")
  return session
})

const choicesOf = ({ productId, id }: Session) =>
  Effect.flatMap(FundChoices, (funds) => funds.choices(productId, id))

const joinableOf = ({ productId, id }: Session) =>
  Effect.flatMap(FundChoices, (funds) => funds.joinable(productId, id))

const choose = ({ productId, id }: Session, choice: Partial<S.EmbedFundChoice>) =>
  Effect.gen(function* () {
    const { display_id } = yield* choicesOf({ productId, id } as Session)
    const whole = { source: "join_new", display_id, ...choice } as S.EmbedFundChoice
    return yield* (yield* FundChoices).choose(productId, id, whole)
  })

layer(TestOnboarding.layer, services)("fund choices", (it) => {
  it.effect("are shown to the employee, alphabetical and neutral: nothing is advertised [R-1-5]", () =>
    Effect.gen(function* () {
      const session = yield* choosing({ employee_detail: EMPLOYMENT })
      const choices = yield* choicesOf(session)
      assert.deepStrictEqual(
        (yield* joinableOf(session)).map(({ fund_name }) => fund_name as string),
        ["Acacia Super", "Banksia Super"]
      )
      assert.deepStrictEqual(choices.join.fund_products, { count: 2 })
      assert.deepStrictEqual<unknown>(choices.join.promotion, {
        allowed: false,
        withheld_reason: "stapling_result_unknown",
        fund_products: []
      })
      assert.strictEqual(choices.employer_default.fund_product?.id, products.acacia.id)
      assert.isTrue(choices.self_managed.is_available)
      assert.deepStrictEqual(choices.existing, { stapling: { status: "not_asked" }, funds: [] })
    }).pipe(at(NOW))
  )

  it.effect("are shown after the disclaimer and before the confirmation alone", () =>
    Effect.gen(function* () {
      const session = yield* aSession()
      yield* walkTo(session, "super_disclaimer")
      assert.strictEqual((yield* Effect.flip(choicesOf(session))).code, "step_not_reached")
      const confirmed = yield* aSession()
      yield* walkTo(confirmed, "finished")
      assert.strictEqual((yield* Effect.flip(choicesOf(confirmed))).code, "onboarding_closed")
    }).pipe(at(NOW))
  )
})

layer(TestOnboarding.layer, services)("choosing a fund", (it) => {
  it.effect("a fund is chosen, with the consent to be registered [R-1-6]", () =>
    Effect.gen(function* () {
      const session = yield* choosing()
      const before = (yield* eventsOf(session.id)).length
      const view = yield* join(session, products.acacia)
      assert.strictEqual(view.current_step, "review")
      assert.strictEqual(view.collected.super_selection?.fund_product?.id, products.acacia.id)
      assert.strictEqual(
        view.collected.super_selection?.consented_to_registration_at as string,
        "2026-11-21T00:00:00.000Z"
      )
      assert.lengthOf(yield* eventsOf(session.id), before + 1)
      const { data } = yield* (yield* OnboardingSessions).get(session.productId, session.id)
      const selection = data.onboarding_session_super_selection
      assert.strictEqual(selection.source, "join_new")
      assert.strictEqual(selection.select_super_fund_product?.super_fund_product.usi, products.acacia.usi)
      assert.isFalse(selection.select_super_fund_product?.is_default_selection)
      assert.isNull(selection.progress_state)
      assert.isNull(selection.chosen_at)
    }).pipe(at(NOW))
  )

  it.effect.each([
    [{ source: "existing" }, ["validation_failed", "#/fund_product_id required", "#/member_number required"]],
    [
      { source: "existing", fund_product_id: "01a0f4c2-c400-7000-8000-0000000000ff", member_number: "12" },
      ["validation_failed", "#/fund_product_id not_found"]
    ],
    [
      { source: "smsf" },
      ["validation_failed", "#/self_managed_super_fund required", "#/declaration_version required"]
    ],
    [{ source: "stapled", fund_product_id: products.acacia.id }, ["fund_choices_changed"]],
    [{ source: "partner_supplied", fund_product_id: products.acacia.id }, ["fund_choices_changed"]],
    [{ ...CONSENT }, ["validation_failed", "#/fund_product_id required"]],
    [{ fund_product_id: products.acacia.id }, ["validation_failed", "#/consent_version required"]],
    [
      { fund_product_id: products.acacia.id, consent_version: "consent-2020" },
      ["validation_failed", "#/consent_version not_allowed"]
    ],
    [
      { fund_product_id: products.acacia.id, member_number: "0012", ...CONSENT },
      ["validation_failed", "#/member_number not_allowed"]
    ],
    [
      { source: "employer_default", fund_product_id: products.acacia.id },
      ["validation_failed", "#/fund_product_id not_allowed", "#/consent_version required"]
    ],
    [{ source: "employer_default" }, ["validation_failed", "#/consent_version required"]],
    [{ fund_product_id: products.banksia.id, ...CONSENT }, ["fund_choices_changed"]],
    [{ display_id: "01a1fb67-1800-7000-8000-0000000000b1" }, ["fund_choices_changed"]]
  ] as const)("a choice of %j is refused", ([choice, want]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(choose(yield* choosing(), choice as Partial<S.EmbedFundChoice>))
      assert.deepStrictEqual(refusalOf(error), [...want])
    }).pipe(at(NOW))
  )

  it.effect("from choices that have changed meanwhile is refused", () =>
    Effect.gen(function* () {
      const session = yield* choosing({ employee_detail: EMPLOYMENT })
      const { display_id } = yield* choicesOf(session)
      yield* Ref.set(yield* Joinable, TestFunds.joinable.slice(0, 1))
      const choice = { display_id, fund_product_id: products.acacia.id, ...CONSENT }
      const error = yield* Effect.flip(
        (yield* FundChoices).choose(session.productId, session.id, { source: "join_new", ...choice })
      )
      yield* Ref.set(yield* Joinable, TestFunds.joinable)
      assert.strictEqual(error.code, "fund_choices_changed")
    }).pipe(at(NOW))
  )
})

layer(TestOnboarding.layer, services)("confirming the review", (it) => {
  it.effect("of a fund that can't be joined any more is refused, and the fund can be chosen again", () =>
    Effect.gen(function* () {
      const session = yield* aSession()
      const { productId, id } = session
      yield* walkTo(session, "review")
      yield* Ref.set(yield* Joinable, [])
      const error = yield* Effect.flip((yield* Confirmation).confirm(productId, id, { confirmed: true }))
      yield* Ref.set(yield* Joinable, TestFunds.joinable)
      assert.strictEqual(error.code, "fund_choices_changed")
      assert.strictEqual((yield* join(session, products.acacia)).current_step, "review")
    }).pipe(at(NOW))
  )
})
