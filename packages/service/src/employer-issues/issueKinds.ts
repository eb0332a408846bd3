/** What can be done about an issue, in words to show to the employer (domain 2.6). */
export const ISSUE_ACTIONS = {
  set_default_fund: "Choose a default fund that takes new members.",
  collect_fund_details: "Ask the employee for the fund and member number.",
  restart_onboarding: "Start a new onboarding session.",
  confirm_member_details: "Check the employee's fund and member number with them.",
  use_default_fund: "Use the employer's default fund instead.",
  reconnect_ato: "Connect to the ATO again.",
  contact_fund: "Contact the fund.",
  update_employer_details: "Correct the employer's ABN."
} as const
export type IssueAction = keyof typeof ISSUE_ACTIONS

/** What happened to an employer or employee that makes an issue's cause go away. */
export type Remedy =
  | "membership_gained"
  | "stapling_check_succeeded"
  | "open_default_fund_chosen"
  | "abn_corrected"

interface KindOfIssue {
  /** In one sentence, without personal data. */
  readonly title: string
  /** The most useful first. */
  readonly actions: readonly [IssueAction, ...ReadonlyArray<IssueAction>]
  /** Whether it is a problem of one employee; otherwise of the employer's set-up. */
  readonly concerns: "employee" | "employer"
  /** What resolves it automatically. */
  readonly resolvedWhen: Remedy
}

/** Every kind of employer issue, as the table of domain 2.6. */
export const ISSUE_KINDS = {
  undefaulted_abandonment: {
    title: "An employee left onboarding unfinished, and there is no default fund to use instead.",
    actions: ["set_default_fund", "collect_fund_details", "restart_onboarding"],
    concerns: "employee",
    resolvedWhen: "membership_gained"
  },
  membership_rejected: {
    title: "A super fund rejected an employee's membership.",
    actions: ["confirm_member_details", "restart_onboarding", "use_default_fund"],
    concerns: "employee",
    resolvedWhen: "membership_gained"
  },
  stapling_connection_lapsed: {
    title: "The connection to the ATO for stapled super funds no longer works.",
    actions: ["reconnect_ato"],
    concerns: "employer",
    resolvedWhen: "stapling_check_succeeded"
  },
  member_registration_failed: {
    title: "An employee could not be registered with the chosen super fund.",
    actions: ["collect_fund_details", "contact_fund", "restart_onboarding"],
    concerns: "employee",
    resolvedWhen: "membership_gained"
  },
  default_fund_closed: {
    title: "The default fund can no longer be used for new employees.",
    actions: ["set_default_fund"],
    concerns: "employer",
    resolvedWhen: "open_default_fund_chosen"
  },
  employer_abn_invalid: {
    title: "The employer's ABN is cancelled or wrong.",
    actions: ["update_employer_details"],
    concerns: "employer",
    resolvedWhen: "abn_corrected"
  }
} as const satisfies Readonly<Record<string, KindOfIssue>>
export type IssueKind = keyof typeof ISSUE_KINDS

export const isIssueKind = (kind: string): kind is IssueKind => Object.hasOwn(ISSUE_KINDS, kind)

/** The kinds that a remedy resolves. */
export const kindsResolvedBy = (remedy: Remedy): ReadonlyArray<IssueKind> =>
  (Object.keys(ISSUE_KINDS) as ReadonlyArray<IssueKind>).filter(
    (kind) => ISSUE_KINDS[kind].resolvedWhen === remedy
  )
