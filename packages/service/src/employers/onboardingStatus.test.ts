import { describe, expect, it } from "vitest"
import { onboardingStatus } from "./onboardingStatus.ts"

describe("the receiver can check that the employer is configured, so onboarding sessions can be created [R-6-5]", () => {
  it.each([
    [false, false, false, "error"],
    [false, false, true, "error"],
    [false, true, false, "error"],
    [false, true, true, "error"],
    [true, false, false, "incomplete"],
    [true, false, true, "incomplete"],
    [true, true, false, "incomplete"],
    [true, true, true, "complete"]
  ])("default fund %s, stapling %s, TFN declarations %s: %s", (defaultFund, stapling, tfnd, want) => {
    const configuration = {
      default_fund_configured: defaultFund,
      stapling_enabled: stapling,
      tfnd_enabled: tfnd
    }
    expect(onboardingStatus(configuration)).toBe(want)
  })
})
