/**
 * Step 7 of an integration: the data of an onboarding session that a payroll needs to pay super: fund, USI, member number, choice
 * form. It holds no tax file number.
 *
 * The trap: a session may end without a member number, which comes later with the employee (`withMembership`).
 *
 * Guide: partners/payroll-field-names, partners/when-completion-is-late
 */
import type { Employee, OnboardingSession } from "@embedded-super/partner-sdk"

type Selection = OnboardingSession["onboarding_session_super_selection"]
type SelfManagedFund = NonNullable<Selection["self_managed_super_fund"]>

export interface PayrollRecord {
  readonly state: OnboardingSession["data_delivery_state"]
  readonly percentage: number
  readonly outcome: Selection["outcome"]
  /** The employee's id at the service, which the employer's issues name. */
  readonly employee_id: string | null
  /** The chosen fund, as people name it; null until one is chosen. */
  readonly fund: string | null
  /** The fund alone, without its product. */
  readonly fund_name: string | null
  readonly fund_abn: string | null
  /** The USI of its product; null for a self-managed fund, and for a fund that the employee named without it. */
  readonly usi: string | null
  /** The payment details of a self-managed fund; null for other funds, which are paid by their USI. */
  readonly self_managed: SelfManagedFund | null
  readonly member_number: string | null
  readonly has_choice_form: boolean
}

/** The payroll's record of an onboarding session. */
export const recordOf = (session: OnboardingSession): PayrollRecord => {
  const {
    generated,
    outcome,
    select_super_fund_product: selected,
    self_managed_super_fund: own,
    unlisted_super_fund: unlisted
  } = session.onboarding_session_super_selection
  const product = selected?.super_fund_product
  return {
    state: session.data_delivery_state,
    percentage: session.progression.completion_percentage,
    outcome,
    employee_id: session.employee.id,
    // One of the three is filled once a fund is chosen. To leave one out would lose the super of those who chose it.
    fund:
      product === undefined
        ? ((own ?? unlisted)?.fund_name ?? null)
        : `${product.fund_name}, ${product.name}`,
    fund_name: (product ?? own ?? unlisted)?.fund_name ?? null,
    fund_abn: product?.abn ?? own?.fund_abn ?? unlisted?.abn ?? null,
    usi: product?.usi ?? unlisted?.usi ?? null,
    self_managed: own,
    member_number: (selected ?? own ?? unlisted)?.member_number ?? null,
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
