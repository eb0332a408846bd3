import bundled from "@embedded-super/contracts/bundled/partner-api" with { type: "json" }
import type { OnboardingSession } from "@embedded-super/partner-sdk"
import { expect, it } from "vitest"
import { recordOf } from "../src/payroll/PayrollRecord.ts"

const { data: completed } = bundled.components.examples.sessionCompleted.value as unknown as {
  readonly data: OnboardingSession
}
const selection = completed.onboarding_session_super_selection
const withChoice = (choice: Partial<typeof selection>): OnboardingSession => ({
  ...completed,
  onboarding_session_super_selection: { ...selection, select_super_fund_product: null, ...choice }
})

it("a fund of the directory is kept with its product and member number", () => {
  expect(recordOf(completed)).toMatchObject({
    fund: "Banksia Super, Banksia MySuper",
    usi: "60905115063003",
    member_number: "0012345678"
  })
})

it("a fund that isn't in the directory is kept, too, as the employee named it", () => {
  const unlisted_super_fund = {
    fund_name: "Quandong Super",
    abn: "83914571674",
    usi: "83914571674001",
    member_number: "0099"
  } as NonNullable<typeof selection.unlisted_super_fund>
  expect(recordOf(withChoice({ unlisted_super_fund }))).toMatchObject({
    fund: "Quandong Super",
    usi: "83914571674001",
    member_number: "0099"
  })
})
