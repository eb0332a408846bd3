/**
 * Step 7 of an integration: what a payroll needs of an onboarding session to pay super: fund, USI, member number, choice
 * form. It holds no tax file number.
 *
 * The trap: a session may end without a member number, which comes later with the employee (`withMembership`).
 *
 * Guide: partners/payroll-field-names, partners/when-completion-is-late
 */
import type { Employee, OnboardingSession } from "@embedded-super/partner-sdk"

export interface PayrollRecord {
  readonly state: OnboardingSession["data_delivery_state"]
  readonly percentage: number
  readonly outcome: OnboardingSession["onboarding_session_super_selection"]["outcome"]
  /** The chosen fund, as people name it; null until one is chosen. */
  readonly fund: string | null
  /** The USI of its product; null for a self-managed fund, and where nobody gave it. */
  readonly usi: string | null
  readonly member_number: string | null
  readonly has_choice_form: boolean
}

/** What an onboarding session says, as the payroll keeps it. */
export const recordOf = (session: OnboardingSession): PayrollRecord => {
  const {
    generated,
    outcome,
    select_super_fund_product: selected,
    self_managed_super_fund: selfManaged,
    unlisted_super_fund: unlisted
  } = session.onboarding_session_super_selection
  // At most one of the three is there. Only a fund of the directory has a product with a name of its own.
  const product = selected?.super_fund_product
  return {
    state: session.data_delivery_state,
    percentage: session.progression.completion_percentage,
    outcome,
    fund:
      product === undefined
        ? ((selfManaged ?? unlisted)?.fund_name ?? null)
        : `${product.fund_name}, ${product.name}`,
    usi: (product ?? unlisted)?.usi ?? null,
    member_number: (selected ?? selfManaged ?? unlisted)?.member_number ?? null,
    has_choice_form: generated.super_choice_form_pdf_url !== null
  }
}

/** A member number that came after the session had ended (`employee_changed`). */
export const withMembership = (record: PayrollRecord, employee: Employee): PayrollRecord => {
  const [current] = employee.super_fund_details.super_fund_memberships
  return current === undefined || current.member_number === null
    ? record
    : { ...record, member_number: current.member_number, outcome: "complete" }
}

/** The columns of the board. */
export const columns = ["Invited", "Filling in", "Waiting for fund", "Done", "Needs you"] as const
export type Column = (typeof columns)[number]

/** Where a person is. `hasIssue`: an open issue names the person's session. */
export const columnOf = ({ outcome, state }: PayrollRecord, hasIssue: boolean): Column => {
  switch (state) {
    case "initial":
      return "Invited"
    case "pending_completion":
      return hasIssue ? "Needs you" : "Waiting for fund"
    case "completed":
      return outcome === "complete" && !hasIssue ? "Done" : "Needs you"
    case "cancelled":
    case "expired":
      return "Needs you"
    default:
      return hasIssue ? "Needs you" : "Filling in"
  }
}
