import type { StaplingStatus } from "@embedded-super/contracts/schemas"

/**
 * What an employer needs so that onboarding works as well as it can. Keys may be added, never removed (domain 1.4).
 */
export interface OnboardingConfiguration {
  readonly default_fund_configured: boolean
  readonly stapling_enabled: boolean
  readonly tfnd_enabled: boolean
}

/**
 * `error`: no default fund, so no onboarding session can be created. `complete`: nothing is missing. `incomplete`:
 * onboarding is possible, and something would make it better (domain 1.4).
 */
export const onboardingStatus = (
  configuration: OnboardingConfiguration
): "complete" | "incomplete" | "error" => {
  if (!configuration.default_fund_configured) return "error"
  return Object.values(configuration).every(Boolean) ? "complete" : "incomplete"
}

/** Whether the ATO may be asked for employees' funds: it is connected, and the employer has accepted the declaration. */
export const isStaplingEnabled = (employer: {
  readonly stapling_status: StaplingStatus
  readonly accepted_stapling_statement: boolean
}): boolean => employer.stapling_status === "connected" && employer.accepted_stapling_statement
