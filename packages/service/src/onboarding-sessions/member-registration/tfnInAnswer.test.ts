/** A fund that answers with the tax file number: it is neither kept, shown, nor passed on (D-tax-file-numbers). */
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { fundServer } from "../../../test/funds/fundServer.ts"
import {
  aRegistration,
  registrationOf,
  sessionOf,
  startWorker,
  TestRegistering
} from "../../../test/funds/TestRegistering.ts"
import { FundCallOperations } from "../../funds/calls/FundCallOperations.ts"
import { OnboardingSteps } from "../employee-embed/OnboardingSteps.ts"

const TFN = "123456782"

layer(TestRegistering.layer, { excludeTestServices: true })("a fund that answers with the TFN", (it) => {
  for (const [where, number] of [
    ["as the member number", TFN],
    ["in groups as the member number", "123 456 782"],
    ["within the member number", `M-${TFN}-01`],
    ["in full-width digits", "１２３４５６７８２"],
    ["in Arabic-Indic digits, within the number", "M ١٢٣٤٥٦٧٨٢"],
    ["with letters between", "1x2x3x4x5x6x7x8x2"]
  ] as const) {
    it.effect(`${where}: no number is kept, and the call is listed for an operator`, () =>
      Effect.gen(function* () {
        const body = { member_details: { member_number: number } }
        const server = yield* fundServer(() => ({ status: 201, body }))
        const { session } = yield* aRegistration(server.url)
        yield* (yield* startWorker()).untilIdle
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
      const server = yield* fundServer(() => ({ status: 201, body }))
      const { session } = yield* aRegistration(server.url)
      yield* (yield* startWorker()).untilIdle
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
