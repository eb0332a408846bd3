import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import * as SqlClient from "effect/sql/SqlClient"
import { aProduct } from "../../../test/aProduct.ts"
import { textOfPdf } from "../../../test/textOfPdf.ts"
import { eventsOf } from "../../../test/TestEvents.ts"
import { Joinable, products, TestFunds } from "../../../test/TestFunds.ts"
import { anOpener, type Answer, request, TestHttp } from "../../../test/TestHttp.ts"
import { termsAccepted } from "../../../test/termsAccepted.ts"
import { Requested } from "../../../test/TestRegistrations.ts"
import { simulatedEmployers } from "../../employers/simulatedEmployers.ts"
import { ChoiceForms } from "../choice-form/ChoiceForms.ts"
import { SessionOutcomes } from "../SessionOutcomes.ts"
import { RegistrationOutcome } from "../outcomeRules.ts"

const CHANGED = "onboarding_session_changed"
const COMPLETED = "onboarding_session_completed"

const ok = (answer: Answer, status = 200) => {
  assert.strictEqual(answer.status, status, JSON.stringify(answer.body))
  return answer.body.data
}

const SMSF = {
  fund_abn: "83 914 571 673",
  fund_name: "O'Connor Family Super Fund",
  fund_electronic_service_address: "SMSFDATAFLOW",
  bank_account_bsb: "062-000",
  bank_account_number: "012345678",
  bank_account_name: "O'Connor Family Super Fund",
  member_name: "Niamh O'Connor-Đặng"
}
const KEPT_SMSF = { ...SMSF, fund_abn: "83914571673", bank_account_bsb: "062000", member_number: null }

interface Setting {
  readonly super_details?: object
  readonly stapling?: S.SimulatedStapling
  readonly defaultFund?: { readonly id: S.FundProductId }
  readonly sandboxed?: boolean
}

/** A session whose employee has opened the embed and may choose a fund now. */
const choosing = Effect.fnUntraced(function* (setting: Setting = {}) {
  const product: string = yield* aProduct({ sandboxed: setting.sandboxed ?? true })
  const embed = Effect.fnUntraced(function* (path: string, body: object) {
    const made = ok(yield* request("POST", `${path}/generate-embed-url`, { product, body }), 201)
    const opened = yield* request("POST", "/embed-api/v1/embed-sessions", {
      body: { embed_url: made.embed_url, opener: anOpener() }
    })
    return ok(opened, 201).token as string
  })
  const created = { abn: "51824753556", name: "Wattle Pty Ltd", remote_id: "1234" }
  const employer = ok(yield* request("POST", "/api/v1/employers", { product, body: created }), 201)
  const settings = yield* embed(`/api/v1/employers/${employer.id}`, { app: "super_settings" })
  const fund = { ...termsAccepted, fund_product_id: (setting.defaultFund ?? products.acacia).id }
  ok(yield* request("PUT", "/embed-api/v1/employer/default-fund", { token: settings, body: fund }))
  if (setting.stapling !== undefined) {
    yield* (yield* simulatedEmployers).setStapling(product as S.ProductId, employer.id, setting.stapling)
  }
  const { super_details } = setting
  const session = ok(
    yield* request("POST", "/api/v1/onboarding-session", {
      product,
      body: {
        employer: { id: employer.id },
        employee: { remote_id: "emp-0042" },
        remote_id: "session-1",
        email: "niamh@example.com",
        email_validated: true,
        ...(super_details === undefined ? {} : { employee_detail: { super_details } })
      }
    }),
    201
  )
  const token = yield* embed(`/api/v1/onboarding-session/${session.id}`, {})
  const get = (path: string) => request("GET", `/embed-api/v1/onboarding${path}`, { token })
  const put = (step: string, body: object) =>
    request("PUT", `/embed-api/v1/onboarding/${step}`, { token, body })
  const view = ok(yield* get(""))
  ok(
    yield* put("identity", {
      given_name: "Niamh",
      family_name: "O'Connor-Đặng",
      date_of_birth: "1990-05-17"
    })
  )
  ok(
    yield* put("contact", {
      email: "niamh@example.com",
      phone_number: "0491 570 006",
      address: {
        address_line_1: "12 Banksia Street",
        locality: "Craigieburn",
        postcode: "3064",
        state: "VIC"
      }
    })
  )
  ok(yield* put("tax", { tfn: "123 456 782", notice_version: view.tfn_notice.version }))
  ok(yield* put("super-disclaimer", { accepted_version: view.super_disclaimer.version }))
  const choices = ok(yield* get("/fund-choices"))
  return {
    choices,
    id: session.id as S.OnboardingSessionId,
    choose: (choice: object) => put("super-selection", { display_id: choices.display_id, ...choice }),
    choicesNow: Effect.map(get("/fund-choices"), ok),
    confirm: Effect.map(
      request("POST", "/embed-api/v1/onboarding/confirmation", { token, body: { confirmed: true } }),
      ok
    ),
    view: Effect.map(get(""), ok),
    fetched: Effect.map(request("GET", `/api/v1/onboarding-session/${session.id}`, { product }), ok),
    memberships: Effect.map(
      request("GET", `/api/v1/employees/${session.employee.id}`, { product }),
      (answer) => ok(answer).super_fund_details.super_fund_memberships
    ),
    formText: Effect.flatMap(get("/choice-form"), ({ bytes }) => textOfPdf(bytes)),
    search: (query: string) =>
      Effect.map(request("GET", `/embed-api/v1/fund-products?query=${query}`, { token }), ok)
  }
})

type Choosing = Effect.Success<ReturnType<typeof choosing>>

/** Chooses, confirms and has the form made; returns the names of the events that each of the three sent. */
const chooseAndConfirm = Effect.fnUntraced(function* (session: Choosing, choice: object) {
  const names = Effect.map(eventsOf(session.id), (events) => events.map(({ event }) => event))
  const before = (yield* names).length
  ok(yield* session.choose(choice))
  const chosen = (yield* names).slice(before)
  yield* session.confirm
  const confirmed = (yield* names).slice(before + chosen.length)
  yield* (yield* ChoiceForms).make(session.id)
  return [chosen, confirmed, (yield* names).slice(before + chosen.length + confirmed.length)]
})

/** The webhooks of a choice without a registration: for the choice, the confirmation, the form, and the end. */
const KEPT = [[CHANGED], [CHANGED], [CHANGED, COMPLETED]]

const number = (session: { select_super_fund_product: { member_number: string | null } }) =>
  session.select_super_fund_product.member_number

const registered = (id: S.OnboardingSessionId) =>
  Effect.flatMap(SessionOutcomes, (outcomes) =>
    outcomes.registrationSettled(
      id,
      RegistrationOutcome.Registered({
        membership: {
          member_number: "BAN-204817" as S.MemberNumber,
          account_number: null,
          fund_details: []
        }
      })
    )
  )

const STAPLED: S.SimulatedStapling = {
  status: "connected",
  outcome: "stapled_fund",
  declarations_accepted: true,
  stapled_fund: { usi: products.correa.usi, member_number: "0077" as S.MemberNumberInput }
}

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
        assert.strictEqual(number(selection), "001234")
        assert.isFalse(selection.select_super_fund_product.is_default_selection)
        assert.deepInclude((yield* session.memberships)[0], {
          fund: {
            type: "regulated",
            abn: products.correa.abn,
            name: products.correa.fund_name,
            usi: products.correa.usi
          },
          member_number: "001234",
          is_current: true
        })
        assert.isEmpty(
          (yield* Ref.get(yield* Requested)).filter(
            (call) => call.operation === "member_registration" && call.sessionId === session.id
          )
        )
        assert.include((yield* session.formText).text, "Member number 001234")
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

  it.effect("partner_supplied: the fund that the partner passed in; the employee may mend its number", () =>
    Effect.gen(function* () {
      const super_details = {
        super_funds: [{ usi: products.boronia.usi, member_number: "55 66" }]
      }
      const session = yield* choosing({ super_details })
      const [card] = session.choices.existing.funds
      assert.deepInclude(card, { source: "partner_supplied", member_number: "5566" })
      const choice = { source: "partner_supplied", fund_product_id: card.fund_product.id }
      ok(yield* session.choose(choice))
      const { super_selection } = (yield* session.view).collected
      assert.strictEqual(super_selection.member_number, "5566")
      assert.deepStrictEqual(yield* chooseAndConfirm(session, { ...choice, member_number: "5567" }), KEPT)
      const { onboarding_session_super_selection: selection, employee_detail } = yield* session.fetched
      assert.strictEqual(number(selection), "5567")
      assert.strictEqual(selection.member_verification.confidence, "medium")
      assert.deepStrictEqual(employee_detail.super_details, {
        super_funds: [{ usi: products.boronia.usi, member_number: "5566" }],
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

  it.effect("smsf: a self-managed fund, checked to be regulated, in its normal form", () =>
    Effect.gen(function* () {
      const session = yield* choosing()
      const { declaration } = session.choices.self_managed
      const choice = {
        source: "smsf",
        declaration_version: declaration.version,
        self_managed_super_fund: SMSF
      }
      assert.deepStrictEqual(yield* chooseAndConfirm(session, choice), KEPT)
      const { onboarding_session_super_selection: selection } = yield* session.fetched
      const { regulation_checked_at, ...fund } = selection.self_managed_super_fund
      assert.deepStrictEqual(fund, KEPT_SMSF)
      assert.match(regulation_checked_at, /Z$/)
      assert.deepInclude(selection, {
        source: "smsf",
        outcome: "complete",
        select_super_fund_product: null,
        member_verification: null
      })
      assert.deepInclude((yield* session.memberships)[0], {
        fund: { type: "smsf", abn: "83914571673", name: SMSF.fund_name, usi: null },
        member_number: null
      })
      const { text } = yield* session.formText
      for (const said of [
        "My self-managed super fund (SMSF)",
        "Fund ABN 83 914 571 673",
        "(ESA) SMSFDATAFLOW",
        "BSB 062-000",
        "Account number 012345678",
        "Member Niamh O'Connor-Đặng",
        "Checked on",
        declaration.text
      ]) {
        assert.include(text, said)
      }
    })
  )

  it.effect("smsf: one that the partner passed in is a card, and needs the declaration alone", () =>
    Effect.gen(function* () {
      const session = yield* choosing({ super_details: { smsf: SMSF } })
      const [card] = session.choices.existing.funds
      const { member_number: _, ...shown } = KEPT_SMSF
      assert.deepStrictEqual(card, { source: "partner_supplied", self_managed_super_fund: shown })
      const declaration_version = session.choices.self_managed.declaration.version
      assert.deepStrictEqual(
        yield* chooseAndConfirm(session, { source: "partner_supplied", declaration_version }),
        KEPT
      )
      const { onboarding_session_super_selection: selection } = yield* session.fetched
      assert.isNull(selection.select_super_fund_product)
      assert.strictEqual(selection.self_managed_super_fund.fund_abn, "83914571673")
    })
  )

  it.effect("smsf: one that isn't regulated is refused, one that couldn't be checked is marked", () =>
    Effect.gen(function* () {
      const session = yield* choosing()
      const declaration_version = session.choices.self_managed.declaration.version
      const choose = (change: object) =>
        session.choose({
          source: "smsf",
          declaration_version,
          self_managed_super_fund: { ...SMSF, ...change }
        })
      const refused = yield* choose({ fund_abn: "82000000010" })
      assert.strictEqual(refused.status, 422)
      assert.deepInclude(refused.body.errors[0], {
        pointer: "#/self_managed_super_fund/fund_abn",
        code: "not_regulated"
      })
      const view = ok(yield* choose({ fund_abn: "89000000019" }))
      assert.deepInclude(view.warnings[0], { step: "super_selection", code: "regulation_not_checked" })
      const { onboarding_session_super_selection: unchecked } = yield* session.fetched
      assert.isNull(unchecked.self_managed_super_fund.regulation_checked_at)
      assert.isEmpty(ok(yield* choose({})).warnings)

      for (const [change, pointer] of [
        [{ fund_abn: "83914571674" }, "fund_abn"],
        [{ bank_account_bsb: "06200" }, "bank_account_bsb"],
        [{ bank_account_number: "1234567890" }, "bank_account_number"],
        [{ fund_electronic_service_address: "" }, "fund_electronic_service_address"],
        [{ member_name: "4711" }, "member_name"],
        [{ usi: "STA0100AU" }, "usi"]
      ] as const) {
        const wrong = yield* choose(change)
        assert.strictEqual(wrong.status, 422, pointer)
        assert.strictEqual(wrong.body.errors[0].pointer, `#/self_managed_super_fund/${pointer}`)
      }
    })
  )

  it.effect("smsf: nobody can check one of a live product yet", () =>
    Effect.gen(function* () {
      const session = yield* choosing({ sandboxed: false })
      const declaration_version = session.choices.self_managed.declaration.version
      const choice = { source: "smsf", declaration_version, self_managed_super_fund: SMSF }
      const view = ok(yield* session.choose(choice))
      assert.strictEqual(view.warnings[0].code, "regulation_not_checked")
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
          yield* registered(session.id)
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
      assert.deepStrictEqual(
        refused.body.errors?.map(({ code, pointer }: S.FieldError) => `${pointer} ${code}`),
        ["#/consent_version not_allowed"]
      )
      assert.deepStrictEqual(yield* chooseAndConfirm(session, { source: "employer_default" }), KEPT)
      const { onboarding_session_super_selection: selection } = yield* session.fetched
      assert.strictEqual(selection.outcome, "complete_without_member_number")
      assert.isNull(number(selection))
      assert.isNull(selection.member_verification)
    })
  )

  it.effect.each(["0", "999999999", "Unknown", "pending", "0012\u0007345", "x".repeat(65), ""])(
    "a member number %j is no member number",
    (member_number) =>
      Effect.gen(function* () {
        const session = yield* choosing()
        const answer = yield* session.choose({
          source: "existing",
          fund_product_id: products.correa.id,
          member_number
        })
        assert.strictEqual(answer.status, 422)
        assert.strictEqual(answer.body.errors[0].pointer, "#/member_number")
      })
  )
})

layer(TestHttp.layer, { excludeTestServices: true })("what may be advertised", (it) => {
  const promoting = TestFunds.joinable.map((fund) => ({ ...fund, is_promoted: true }))

  it.effect(
    "nothing, until it is known whether there is a stapled fund; the neutral list stands always",
    () =>
      Effect.gen(function* () {
        yield* Ref.set(yield* Joinable, promoting)
        const session = yield* choosing()
        assert.deepStrictEqual(session.choices.join.promotion, {
          allowed: false,
          withheld_reason: "stapling_result_unknown",
          fund_products: []
        })
        assert.lengthOf(session.choices.join.fund_products, 1)
        assert.isAbove((yield* session.search("Super")).length, 3)
        yield* Ref.set(yield* Joinable, TestFunds.joinable)
      })
  )

  it.effect("beside the stapled fund, with the disclaimer, and each display is recorded", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Ref.set(yield* Joinable, promoting)
      const session = yield* choosing({ stapling: STAPLED })
      const { existing, join } = session.choices
      assert.strictEqual(existing.funds[0].source, "stapled")
      assert.isTrue(join.promotion.allowed)
      assert.match(join.promotion.disclaimer.text, /^Advertisement\./)
      assert.deepStrictEqual(
        join.promotion.fund_products.map(({ id }: { id: string }) => id),
        [products.acacia.id]
      )
      yield* Ref.set(yield* Joinable, TestFunds.joinable)
      const later = yield* session.choicesNow
      assert.strictEqual(later.join.promotion.withheld_reason, "turned_off")
      const rows = yield* sql<{ displayed: unknown }>`SELECT displayed FROM fund_displays
        WHERE session_id = ${session.id} ORDER BY id`
      const shared = {
        stapling_status: "found",
        existing: [{ source: "stapled", fund_product_id: products.correa.id }],
        join: [products.acacia.id],
        employer_default: products.acacia.id,
        employer_default_can_register: true
      }
      assert.deepStrictEqual(
        rows.map(({ displayed }) => displayed),
        [
          { ...shared, promoted: [products.acacia.id], promotion_withheld: null },
          { ...shared, promoted: [], promotion_withheld: "turned_off" }
        ]
      )
    })
  )

  it.effect("the ATO is asked once for a session, and the tax file number opened for it is audited", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const session = yield* choosing({ stapling: STAPLED })
      yield* session.choicesNow
      const rows = yield* sql<{ action: string; purpose: string | null }>`
        SELECT action, detail ->> 'purpose' AS purpose FROM audit_log WHERE entity_id = ${session.id} ORDER BY id`
      assert.deepStrictEqual(rows, [
        { action: "stapled_fund.request", purpose: null },
        { action: "tax_file_number.decrypt", purpose: "stapled_fund_request" }
      ])
    })
  )

  it.effect("an ATO that doesn't answer hinders nobody from choosing", () =>
    Effect.gen(function* () {
      const session = yield* choosing({
        stapling: { status: "connected", outcome: "unavailable", declarations_accepted: true }
      })
      assert.strictEqual(session.choices.existing.stapling.status, "unavailable")
      const choice = { source: "existing", fund_product_id: products.correa.id, member_number: "12" }
      assert.deepStrictEqual(yield* chooseAndConfirm(session, choice), KEPT)
    })
  )
})
