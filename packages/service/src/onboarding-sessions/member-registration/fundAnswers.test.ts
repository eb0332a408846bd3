/** How a fund's refusal reaches the partner, as an issue, and the employee (D-refusal-reasons); and what of its answer is kept. */
import { assert, layer } from "@effect/vitest"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { MEMBER } from "../../../test/funds/fundServer.ts"
import { anAttempt, sessionOf, TestRegistering, registrationOf } from "../../../test/funds/TestRegistering.ts"
import { eventNames } from "../../../test/TestEvents.ts"
import { issuesOf } from "../../../test/TestIssues.ts"
import type { Session } from "../../../test/TestOnboarding.ts"
import { partnerIssues } from "../../employer-issues/partnerIssues.ts"
import { OnboardingSteps } from "../employee-embed/OnboardingSteps.ts"
import { RegistrationRetries } from "../RegistrationRetries.ts"
import { FundCallOperations } from "../../funds/calls/FundCallOperations.ts"

const by = { actor: { kind: "api_key", id: "key" } } as const

const refusing = (...errors: ReadonlyArray<object>) => ({
  status: 400,
  body: { title: "No", status: 400, code: "validation_failed", detail: "Niamh can't join.", errors }
})

const error = (pointer: string, code?: string) => ({ pointer, code, detail: "1994-02-28 isn't a birthday." })

const issueOf = Effect.fnUntraced(function* ({ employerId, productId }: Session) {
  const [stored] = yield* issuesOf(employerId)
  return yield* (yield* partnerIssues).get(productId, stored?.id ?? assert.fail("no issue"))
})

const viewOf = ({ id, productId }: Session) =>
  Effect.flatMap(OnboardingSteps, (steps) => steps.view(productId, id))

/** The text that the employee reads at an end without a number. */
const endingOf = (session: Session) =>
  Effect.map(viewOf(session), ({ without_number }) => without_number ?? assert.fail("there is a number"))

/** The fund's errors, the reason and the fields that are read from them, and the first of the recommended actions. */
const rows: ReadonlyArray<
  readonly [
    title: string,
    errors: ReadonlyArray<object>,
    reason: S.RefusalReason,
    fields: ReadonlyArray<string>,
    first: string
  ]
> = [
  [
    "two fields",
    [error("#/state"), error("#/postcode", "too_early")],
    "field",
    ["postcode", "state"],
    "restart_onboarding"
  ],
  ["a duplicate", [error("#", "duplicate")], "duplicate", [], "collect_fund_details"],
  ["the age", [error("#/date_of_birth", "age")], "age", [], "restart_onboarding"],
  ["nothing that the service knows", [error("#/salary", "Niamh")], "other", [], "contact_fund"]
]

layer(TestRegistering.layer, { excludeTestServices: true })("a fund that refuses", (it) => {
  for (const [title, errors, reason, fields, first] of rows) {
    it.effect(
      `for ${title}: issue and employee read why, without a value and without its words [R-1-11]`,
      () =>
        Effect.gen(function* () {
          const { session } = yield* anAttempt(() => refusing(...errors))
          const { data } = yield* issueOf(session)
          assert.deepInclude<object>(data, {
            kind: "member_registration_failed",
            reason,
            refused_fields: fields
          })
          const actions = data.recommended_actions.map(({ action }) => action as string)
          assert.strictEqual(actions[0], first)
          assert.sameMembers(actions, [
            "retry_registration",
            "collect_fund_details",
            "contact_fund",
            "restart_onboarding"
          ])
          const ending = yield* endingOf(session)
          assert.deepInclude<object>(ending, { because: "refused", reason, refused_fields: fields })
          assert.isNotEmpty(ending.fund_name)
          const shown = JSON.stringify([data, ending])
          assert.notMatch(shown, /Niamh|1994|birthday|salary|too_early/)
        })
    )
  }

  it.effect("for something else the second time: the open issue says that, and no webhook is sent", () =>
    Effect.gen(function* () {
      const { session, worker } = yield* anAttempt((_, nth) =>
        nth === 1 ? refusing(error("#/postcode")) : refusing(error("#", "age"))
      )
      const first = yield* issueOf(session)
      yield* (yield* RegistrationRetries).retry(session.productId, session.id, by)
      assert.deepInclude<object>(yield* endingOf(session), { because: "late" })
      yield* worker.untilIdle
      const second = yield* issueOf(session)
      assert.deepInclude<object>(second.data, { id: first.data.id, reason: "age", refused_fields: [] })
      assert.isAbove(second.version, first.version)
      assert.lengthOf(yield* issuesOf(session.employerId), 1)
      assert.deepStrictEqual(yield* eventNames(first.data.id), ["employer_issue_created"])
    })
  )

  it.effect("and then takes the person: the reason leaves the employee's page, and stays on the issue", () =>
    Effect.gen(function* () {
      const { session, worker } = yield* anAttempt((_, nth) =>
        nth === 1 ? refusing(error("#/postcode")) : { status: 201, body: MEMBER }
      )
      yield* (yield* RegistrationRetries).retry(session.productId, session.id, by)
      yield* worker.untilIdle
      assert.notProperty(yield* viewOf(session), "without_number")
      assert.strictEqual((yield* sessionOf(session)).onboarding_session_super_selection.outcome, "complete")
      assert.deepInclude<object>((yield* issueOf(session)).data, {
        status: "resolved",
        reason: "field",
        refused_fields: ["postcode"],
        recommended_actions: []
      })
    })
  )

  it.effect("is another thing than one that answers without a number: that is late, without a reason", () =>
    Effect.gen(function* () {
      const { session } = yield* anAttempt(() => ({ status: 201, body: { member_details: {} } }))
      assert.deepInclude<object>(yield* endingOf(session), { because: "late", refused_fields: [] })
      assert.deepInclude<object>((yield* issueOf(session)).data, { reason: null, refused_fields: [] })
    })
  )
})

const TFN = "123456782"

// It is neither kept, shown, nor passed on (D-tax-file-numbers).
layer(TestRegistering.layer, { excludeTestServices: true })("a fund that answers with the TFN", (it) => {
  for (const [where, number] of [
    ["as the member number", TFN],
    ["within the member number", `M-${TFN}-01`],
    ["in Arabic-Indic digits, within the number", "M ١٢٣٤٥٦٧٨٢"]
  ] as const) {
    it.effect(`${where}: no number is kept, and the call is listed for an operator`, () =>
      Effect.gen(function* () {
        const body = { member_details: { member_number: number } }
        const { session } = yield* anAttempt(() => ({ status: 201, body }))
        const { because, id, state } = yield* registrationOf(session)
        assert.deepStrictEqual([state, because], ["stopped", "unreadable"])
        const { call } = yield* (yield* FundCallOperations).show(id)
        assert.include(call.words, "member_details.member_number holds the tax file number")
        assert.notInclude(JSON.stringify(call), TFN)
        const { onboarding_session_super_selection: selection } = yield* sessionOf(session)
        assert.isNull(selection.select_super_fund_product?.member_number ?? null)
      })
    )
  }

  it.effect("beside the member number: the number is kept, and what holds the TFN isn't", () =>
    Effect.gen(function* () {
      const body = {
        member_details: {
          member_number: "0012345678",
          account_number: TFN,
          tfn: TFN,
          reference: "TFN 123-456-782",
          note: "1... 2... 3... 4... 5... 6... 7... 8... 2",
          full_width: "１２３４５６７８２",
          nested: { values: ["١٢٣٤٥٦٧٨٢"] },
          tax_number: Number(TFN),
          product_name: "Banksia MySuper"
        }
      }
      const { session } = yield* anAttempt(() => ({ status: 201, body }))
      assert.deepInclude(yield* registrationOf(session), { state: "done", attempts: 1 })
      const view = yield* (yield* OnboardingSteps).view(session.productId, session.id)
      assert.deepStrictEqual<unknown>(
        [view.collected.super_selection?.member_number, view.collected.super_selection?.fund_details],
        ["0012345678", [{ label: "Product name", value: "Banksia MySuper" }]]
      )
      assert.notInclude(JSON.stringify([view, yield* sessionOf(session)]), TFN)
    })
  )
})
