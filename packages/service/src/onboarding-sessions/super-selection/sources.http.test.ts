import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import { CHANGED, chooseAndConfirm, choosing, COMPLETED, KEPT, STAPLED } from "../../../test/choosing.ts"
import { ok } from "../../../test/embedTabs.ts"
import { eventsOf } from "../../../test/TestEvents.ts"
import { products, Requested } from "../../../test/TestFunds.ts"
import { TestHttp } from "../../../test/TestHttp.ts"
import { registered, settle } from "../../../test/outcomes.ts"
import { issuesOf } from "../../../test/TestIssues.ts"
import { findingsOf } from "../../../test/findings.ts"

const number = (session: { select_super_fund_product: { member_number: string | null } }) =>
  session.select_super_fund_product.member_number

layer(TestHttp.layer, { excludeTestServices: true })("each way to choose a fund", (it) => {
  it.effect(
    "existing: a fund that the employee finds by search, with its member number [R-1-6, R-3-11]",
    () =>
      Effect.gen(function* () {
        const session = yield* choosing()
        const [found] = yield* session.search(products.correa.usi)
        assert.strictEqual(found.id, products.correa.id)
        assert.isFalse(found.is_open_to_new_members)
        const choice = { source: "existing", fund_product_id: found.id, member_number: " 00 1234 " }
        assert.deepStrictEqual(yield* chooseAndConfirm(session, choice), KEPT)

        const { data_delivery_state, onboarding_session_super_selection: selection } = yield* session.fetched
        assert.strictEqual(data_delivery_state, "completed")
        assert.deepInclude(selection, {
          source: "existing",
          outcome: "complete",
          progress_state: "completed",
          self_managed_super_fund: null,
          member_verification: { confidence: "low", mvr_received_at: null }
        })
        assert.strictEqual(number(selection), "00 1234")
        assert.isFalse(selection.select_super_fund_product.is_default_selection)
        assert.deepInclude((yield* session.memberships)[0], {
          fund: {
            type: "regulated",
            abn: products.correa.abn,
            name: products.correa.fund_name,
            usi: products.correa.usi
          },
          member_number: "00 1234",
          is_current: true
        })
        assert.isEmpty(
          (yield* Ref.get(yield* Requested)).filter(
            (call) => call.operation === "member_registration" && call.sessionId === session.id
          )
        )
        assert.include((yield* session.formText).text, "Member number 00 1234")
      })
  )

  it.effect("stapled: the fund that the ATO names, shown before any other", () =>
    Effect.gen(function* () {
      const session = yield* choosing({ stapling: STAPLED })
      const { existing } = session.choices
      assert.strictEqual(existing.stapling.status, "found")
      assert.match(existing.stapling.asked_at, /Z$/)
      assert.lengthOf(existing.funds, 1)
      assert.deepInclude(existing.funds[0], { source: "stapled", member_number: "0077" })
      const { id } = existing.funds[0].fund_product
      // The employee gives no number: the ATO names it.
      const numbered = { source: "stapled", fund_product_id: id, member_number: "0077" }
      const refused = yield* session.choose(numbered)
      assert.deepStrictEqual(findingsOf(refused.body.errors), ["#/member_number not_allowed"])
      assert.deepStrictEqual(
        yield* chooseAndConfirm(session, { source: "stapled", fund_product_id: id }),
        KEPT
      )
      const { onboarding_session_super_selection: selection } = yield* session.fetched
      assert.deepInclude(selection, {
        source: "stapled",
        outcome: "complete",
        member_verification: { confidence: "high", mvr_received_at: null }
      })
      assert.strictEqual(number(selection), "0077")
      assert.include((yield* session.formText).text, "My stapled super fund, as the ATO knows it")
    })
  )

  it.effect(
    "partner_supplied: the fund that the partner passed in; the employee may correct its number",
    () =>
      Effect.gen(function* () {
        const super_details = {
          super_funds: [{ usi: products.boronia.usi, member_number: "55 66" }]
        }
        const session = yield* choosing({ super_details })
        const [card] = session.choices.existing.funds
        assert.deepInclude(card, { source: "partner_supplied", member_number: "55 66" })
        const choice = { source: "partner_supplied", fund_product_id: card.fund_product.id }
        ok(yield* session.choose(choice))
        const { super_selection } = (yield* session.view).collected
        assert.strictEqual(super_selection.member_number, "55 66")
        assert.deepStrictEqual(yield* chooseAndConfirm(session, { ...choice, member_number: "5567" }), KEPT)
        const { onboarding_session_super_selection: selection, employee_detail } = yield* session.fetched
        assert.strictEqual(number(selection), "5567")
        assert.strictEqual(selection.member_verification.confidence, "medium")
        assert.deepStrictEqual(employee_detail.super_details, {
          super_funds: [{ usi: products.boronia.usi, member_number: "55 66" }],
          smsf: null
        })
      })
  )

  it.effect("partner_supplied: without a number the employee gives it; an unknown USI has no card", () =>
    Effect.gen(function* () {
      const session = yield* choosing({ super_details: { super_funds: [{ usi: products.boronia.usi }] } })
      const [card] = session.choices.existing.funds
      assert.notProperty(card, "member_number")
      const choice = { source: "partner_supplied", fund_product_id: card.fund_product.id }
      const refused = yield* session.choose(choice)
      assert.strictEqual(refused.status, 422)
      assert.deepInclude(refused.body.errors[0], { pointer: "#/member_number", code: "required" })
      ok(yield* session.choose({ ...choice, member_number: "77" }))
      const other = yield* choosing({ super_details: { super_funds: [{ usi: "STA0100AU" }] } })
      assert.isEmpty(other.choices.existing.funds)
    })
  )

  it.effect(
    "join_new and a default fund that can be joined: registered, and completed by the fund's number",
    () =>
      Effect.gen(function* () {
        for (const source of ["join_new", "employer_default"]) {
          const session = yield* choosing()
          const consent_version = session.choices.join.consent.version
          const fund = source === "join_new" ? { fund_product_id: products.acacia.id } : {}
          const sent = yield* chooseAndConfirm(session, { source, consent_version, ...fund })
          assert.deepStrictEqual(sent, [[CHANGED], [CHANGED], [CHANGED]])
          assert.lengthOf(
            (yield* Ref.get(yield* Requested)).filter(
              (call) => call.operation === "member_registration" && call.sessionId === session.id
            ),
            1
          )
          yield* settle(session, registered("BAN-204817"))
          const { data_delivery_state, onboarding_session_super_selection: selection } =
            yield* session.fetched
          assert.strictEqual(data_delivery_state, "completed")
          assert.strictEqual(number(selection), "BAN-204817")
          assert.deepStrictEqual(selection.member_verification, {
            confidence: "verified",
            mvr_received_at: null
          })
          assert.strictEqual(
            selection.select_super_fund_product.is_default_selection,
            source === "employer_default"
          )
          assert.strictEqual((yield* eventsOf(session.id)).at(-1)?.event, COMPLETED)
        }
      })
  )

  it.effect("employer_default that can't be joined: completed without a number", () =>
    Effect.gen(function* () {
      const session = yield* choosing({ defaultFund: products.banksia })
      assert.isFalse(session.choices.employer_default.fund_product.can_register)
      const older = { source: "employer_default", consent_version: "consent-2020" }
      const refused = yield* session.choose(older)
      assert.deepStrictEqual(findingsOf(refused.body.errors), ["#/consent_version not_allowed"])
      assert.deepStrictEqual(yield* chooseAndConfirm(session, { source: "employer_default" }), KEPT)
      const { onboarding_session_super_selection: selection } = yield* session.fetched
      assert.strictEqual(selection.outcome, "complete_without_member_number")
      assert.isNull(number(selection))
      assert.isNull(selection.member_verification)
      // No issue: the employer completes the membership itself.
      assert.isEmpty(yield* issuesOf(session.employerId))
    })
  )
})
