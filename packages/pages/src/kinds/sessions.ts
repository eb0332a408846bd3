import type { TimelineOutcome } from "@embedded-super/contracts/schemas"
import { kind, spaced } from "./Kind.ts"

/** The meaning of each event of the session's state table. An unknown one is written with its name. */
const SESSION_EVENTS: Readonly<Record<string, string>> = {
  employee_opened: "The employee opened the onboarding",
  employee_opened_unvalidated: "The employee opened the onboarding, and has to verify a phone number",
  phone_verified: "The employee verified the phone number",
  phone_check_failed: "The attempts to verify the phone number are used up",
  contact_validated: "The partner validated a contact of the employee",
  identity_saved: "The employee saved their identity",
  contact_saved: "The employee saved their contact details",
  tax_saved: "The employee saved the tax step",
  disclaimer_accepted: "The employee accepted the disclaimer",
  fund_chosen: "The employee chose a fund",
  fund_ruled_out: "A later answer rules the chosen fund out",
  confirmed: "The employee confirmed everything",
  registration_settled: "The result of the member registration was stored",
  choice_form_made: "The choice form was made",
  waited_too_long: "The wait of 5 days is over",
  nothing_outstanding: "Nothing is outstanding any more",
  cancelled: "The partner cancelled the session",
  abandoned: "The employee did nothing for 14 days",
  expired: "30 days passed without a confirmation"
}

const INTENT_EVENTS: Readonly<Record<string, string>> = {
  opened: "The employer opened the draft",
  person_saved: "The employer saved the employee's details",
  job_saved: "The employer saved the job",
  requests_saved: "The employer saved what to ask the employee for",
  confirmed: "The employer confirmed the draft",
  converted: "A session was created from the draft",
  cancelled: "The partner cancelled the draft",
  expired: "30 days passed before the draft was finished"
}

/** A change of a session or an intent by events of its state table. */
export type StateChanged = {
  readonly from_state: string
  readonly to_state: string
  /** The events, in their order, separated by a comma and a space. None for a change of data only. */
  readonly events: string
}

type SessionChanged = StateChanged & {
  /** The part that the session ended without; null if nothing is missing, or it hasn't ended. */
  readonly without: "member number" | null
}

const listOf = (events: string): ReadonlyArray<string> => (events === "" ? [] : events.split(", "))

/** After 5 days the registration is settled without a number: there was no result that could be stored. */
const WITHOUT_NUMBER = "registration_settled, waited_too_long"

/** The events in words, as one clause: the first as it begins a sentence, the others after "and". */
const happened = (events: string, table: Readonly<Record<string, string>>): string => {
  if (events === WITHOUT_NUMBER) return "No member number came in 5 days"
  const [first = "", ...others] = listOf(events).map((event) => table[event] ?? spaced(event))
  return [first, ...others.map((words) => words.charAt(0).toLowerCase() + words.slice(1))].join(", and ")
}

const OUTCOMES: Readonly<Record<string, TimelineOutcome>> = {
  completed: "good",
  complete: "good",
  cancelled: "changed",
  expired: "failed"
}

/** A session that ends because its wait was too long ended without what it waited for. */
const outcomeOf = (
  { events, from_state, to_state }: StateChanged,
  without: SessionChanged["without"] = null
): TimelineOutcome => {
  if (without !== null || listOf(events).includes("waited_too_long")) return "failed"
  return from_state === to_state ? "changed" : (OUTCOMES[to_state] ?? "changed")
}

const moved = (thing: string, { from_state, to_state }: StateChanged): string =>
  from_state === to_state
    ? `the ${thing} stays in ${spaced(from_state)}`
    : `the ${thing} went from ${spaced(from_state)} to ${spaced(to_state)}`

const SETTLED = {
  in_time: {
    with: "The member number arrived while the session waited for it.",
    without: "The fund gave no member number. The session says so, and an employer issue is opened."
  },
  late: {
    with: "The member number arrived after the session had ended; the partner is sent employee_changed.",
    without: "The session had ended, and there is still no member number."
  },
  silent: {
    with: "The member number is stored.",
    without: "The session had ended, and no member number came. An employer issue tells the partner."
  }
} as const

/** Onboarding sessions and intents. */
export const sessions = {
  session_created: kind<{ readonly state: string }>({
    outcome: () => "changed",
    sentence: ({ state }) => `An onboarding session was created. It is in ${spaced(state)}.`
  }),

  session_changed: kind<SessionChanged>({
    outcome: (change) => outcomeOf(change, change.without),
    sentence: (change) => {
      const events = listOf(change.events)
      if (events.length === 0) return `The session's data changed. It stays in ${spaced(change.to_state)}.`
      const without =
        change.without === null || change.events === WITHOUT_NUMBER ? "" : `, without a ${change.without}`
      return `${happened(change.events, SESSION_EVENTS)}, so ${moved("session", change)}${without}.`
    },
    requirements: ({ events, to_state }) => [
      ...(to_state === "completed" ? ["R-3-12"] : ["D-session-states"]),
      ...(events.includes("waited_too_long") ? ["D-pending-completion"] : []),
      ...(events.includes("abandoned") ? ["D-abandoned-sessions"] : [])
    ]
  }),

  session_waited_too_long: kind<{ readonly without: "member number" | "choice form" }>({
    outcome: () => "failed",
    sentence: ({ without }) =>
      without === "member number"
        ? "5 days passed without a member number, so the session ended without one."
        : "5 days passed and the choice form couldn't be made, so the session ended without one.",
    requirements: ["D-pending-completion"]
  }),

  membership_settled: kind<{
    readonly settlement: keyof typeof SETTLED
    readonly has_number: boolean
  }>({
    outcome: ({ has_number }) => (has_number ? "good" : "failed"),
    sentence: ({ has_number, settlement }) => SETTLED[settlement][has_number ? "with" : "without"],
    requirements: ({ settlement }) =>
      settlement === "in_time" ? ["R-2.4-2", "D-pending-completion"] : ["D-late-membership"]
  }),

  choice_form_made: kind<{}>({
    outcome: () => "good",
    sentence: () => "The choice form was made, a PDF that the partner and the employee can fetch.",
    requirements: ["D-choice-forms"]
  }),

  intent_changed: kind<StateChanged>({
    outcome: (change) => outcomeOf(change),
    sentence: (change) =>
      change.events === ""
        ? `The draft's data changed. It stays in ${spaced(change.to_state)}.`
        : `${happened(change.events, INTENT_EVENTS)}, so ${moved("draft", change)}.`,
    requirements: ["D-intents"]
  })
} as const

const ENDED: Readonly<Record<string, string>> = {
  resolved_automatically: "was resolved, because its cause is gone",
  resolved_by_partner: "was resolved by the partner",
  expired: "expired after 90 days"
}

/** Employers: their settings and their issues. */
export const employers = {
  employer_settings_changed: kind<{
    readonly from_state: string
    readonly to_state: string
    /** The settings that changed, separated by a comma and a space. */
    readonly settings: string
    /** The fund that is the default now; null if it didn't change. */
    readonly fund: string | null
    readonly stapling_status: string | null
  }>({
    outcome: () => "changed",
    sentence: ({ from_state, fund, settings, stapling_status, to_state }) => {
      const what =
        fund !== null
          ? `The employer's default fund is now ${fund}`
          : stapling_status !== null
            ? `The employer's connection to the ATO is now ${spaced(stapling_status)}`
            : `The employer's ${spaced(settings)} changed`
      const state =
        from_state === to_state
          ? `its set-up stays ${to_state}`
          : `its set-up went from ${from_state} to ${to_state}`
      return `${what}; ${state}.`
    },
    requirements: ["R-1-3", "D-onboarding-status"]
  }),

  issue_opened: kind<{ readonly issue: string }>({
    outcome: () => "failed",
    sentence: ({ issue }) =>
      `The issue “${spaced(issue)}” was opened for the employer, for the partner to act on.`,
    requirements: ["R-3-1", "D-employer-issues"]
  }),

  issue_ended: kind<{ readonly issue: string; readonly how: string }>({
    outcome: ({ how }) => (how === "expired" ? "failed" : "good"),
    sentence: ({ how, issue }) => `The employer's issue “${spaced(issue)}” ${ENDED[how] ?? spaced(how)}.`,
    requirements: ["R-3-3", "D-employer-issues"]
  }),

  match_found: kind<{ readonly fund: string; readonly has_number: boolean }>({
    outcome: () => "good",
    sentence: ({ fund, has_number }) =>
      `The embed offers “You already use ${fund}”${has_number ? ", with the employer number that the fund gave" : ""}.`,
    requirements: ["R-1-17", "D-default-activate"]
  })
} as const
