import type { EmployerOnboardingStatus, StaplingStatus } from "@embedded-super/contracts/schemas"

/**
 * What an employer needs so that onboarding works as well as it can. Keys may be added, never removed (D-onboarding-status).
 */
export interface OnboardingConfiguration {
  readonly default_fund_configured: boolean
  readonly stapling_enabled: boolean
  readonly tfnd_enabled: boolean
}

/** The rule as a table, the first row that fits decides (D-onboarding-status). */
const STATUSES: ReadonlyArray<readonly [Partial<OnboardingConfiguration>, EmployerOnboardingStatus]> = [
  // Something critical is missing: no onboarding session can be created.
  [{ default_fund_configured: false }, "error"],
  // Onboarding is possible, and something would make it better.
  [{ stapling_enabled: false }, "incomplete"],
  [{ tfnd_enabled: false }, "incomplete"],
  // Nothing is missing.
  [{}, "complete"]
]

/** How far an employer's set-up has come. */
export const onboardingStatus = (configuration: OnboardingConfiguration): EmployerOnboardingStatus => {
  const fits = (row: Partial<OnboardingConfiguration>) =>
    (Object.keys(row) as ReadonlyArray<keyof OnboardingConfiguration>).every(
      (key) => row[key] === configuration[key]
    )
  return STATUSES.find(([row]) => fits(row))?.[1] ?? "complete"
}

/** Whether the employer has a default fund that new employees can join; without one, no session can be created. */
export const isDefaultFundConfigured = (employer: {
  readonly default_fund: { readonly closed_at: Date | null } | null
}): boolean => employer.default_fund !== null && employer.default_fund.closed_at === null

/** Whether the ATO may be asked for employees' funds: it is connected, and the employer has accepted the declaration. */
export const isStaplingEnabled = (employer: {
  readonly stapling_status: StaplingStatus
  readonly accepted_stapling_statement: boolean
}): boolean => employer.stapling_status === "connected" && employer.accepted_stapling_statement
