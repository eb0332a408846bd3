import type {
  EmployerOnboardingConfiguration,
  EmployerOnboardingStatus,
  StaplingStatus
} from "@embedded-super/contracts/schemas"

/** The rule as a table; the first matching row decides (D-onboarding-status). */
const STATUSES: ReadonlyArray<readonly [Partial<EmployerOnboardingConfiguration>, EmployerOnboardingStatus]> =
  [
    // A critical part is missing: no onboarding session can be created.
    [{ default_fund_configured: false }, "error"],
    // Onboarding is possible, but the part that would improve it is missing.
    [{ stapling_enabled: false }, "incomplete"],
    // Nothing is missing.
    [{}, "complete"]
  ]

/** The status of an employer's set-up. */
export const onboardingStatus = (
  configuration: EmployerOnboardingConfiguration
): EmployerOnboardingStatus => {
  const fits = (row: Partial<EmployerOnboardingConfiguration>) =>
    (Object.keys(row) as ReadonlyArray<keyof EmployerOnboardingConfiguration>).every(
      (key) => row[key] === configuration[key]
    )
  return STATUSES.find(([row]) => fits(row))?.[1] ?? "complete"
}

/** Whether the employer has a default fund that new employees can join; without one, no session can be created. */
export const isDefaultFundConfigured = (employer: {
  readonly default_fund: { readonly closed_at: Date | null } | null
}): boolean => employer.default_fund !== null && employer.default_fund.closed_at === null

/**
 * Whether the service may ask the ATO for employees' funds: it is connected, and the employer has accepted the
 * declaration.
 */
export const isStaplingEnabled = (employer: {
  readonly stapling_status: StaplingStatus
  readonly accepted_stapling_statement: boolean
}): boolean => employer.stapling_status === "connected" && employer.accepted_stapling_statement
