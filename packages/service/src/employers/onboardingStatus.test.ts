import { describe, expect, it } from "vitest"
import { onboardingStatus } from "./onboardingStatus.ts"

describe("the receiver can check that the employer is configured, so onboarding sessions can be created [R-6-5]", () => {
  it.each([
    [false, false, "error"],
    [false, true, "error"],
    [true, false, "incomplete"],
    [true, true, "complete"]
  ])("default fund %s, stapling %s: %s", (defaultFund, stapling, want) => {
    const configuration = { default_fund_configured: defaultFund, stapling_enabled: stapling }
    expect(onboardingStatus(configuration)).toBe(want)
  })
})
