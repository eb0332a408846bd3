import { kind } from "./Kind.ts"
import { spaced } from "./words.ts"

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
