import * as DateTime from "effect/DateTime"
import { LONGEST_WAIT } from "../../../onboarding-sessions/deadlines/SessionDeadlines.ts"
import type { WaitingIntent, WaitingSession } from "../WaitsRepo.ts"
import { spaced, type Wait } from "../Wait.ts"

const after = (at: Date) => DateTime.toDateUtc(DateTime.add(DateTime.makeUnsafe(at), LONGEST_WAIT))

const outstanding = ({ fund, lacks_form }: WaitingSession): string => {
  const missing = [
    ...(fund === null ? [] : [`the member number of ${fund}`]),
    ...(lacks_form ? ["its choice form"] : [])
  ]
  return missing.length === 0 ? "its completion" : missing.join(" and for ")
}

/** A session that waits for its fund, or for its employee. */
export const sessionWait = (session: WaitingSession, person: string | null): Wait => {
  const { confirmed_at, employer, employer_id, expires_at, id, inserted_at, last_activity_at, state } =
    session
  const common = {
    what: `Session of ${person ?? "an employee"} at ${employer}`,
    about: [
      ["onboarding_session", id],
      ["employer", employer_id]
    ],
    resumes: null
  } as const
  if (confirmed_at !== null) {
    return {
      ...common,
      because: `It waits for ${outstanding(session)}; after ${LONGEST_WAIT.days} days it is completed without.`,
      since: confirmed_at,
      until: after(confirmed_at)
    }
  }
  const doing =
    state === "initial" ? "to open the embed" : `at the step ${spaced(state.replace("collect_", ""))}`
  return {
    ...common,
    because: `It waits for the employee ${doing}; unconfirmed, it expires.`,
    since: last_activity_at ?? inserted_at,
    until: expires_at,
    resumes: "The employee; otherwise it expires then."
  }
}

/** An intent that waits for its employer, or for the partner. */
export const intentWait = (intent: WaitingIntent, person: string | null): Wait => {
  const isComplete = intent.state === "complete"
  return {
    what: `Intent for ${person ?? "a new employee"} at ${intent.employer}`,
    because: isComplete
      ? "It is complete, and waits for the partner to create the session."
      : "It waits for the employer; unfinished, it expires.",
    since: intent.since,
    until: isComplete ? null : intent.expires_at,
    about: [
      ["onboarding_session_intent", intent.id],
      ["employer", intent.employer_id]
    ],
    resumes: isComplete
      ? "The partner's call `createOnboardingSessionFromIntent`."
      : "The employer; otherwise it expires then."
  }
}
