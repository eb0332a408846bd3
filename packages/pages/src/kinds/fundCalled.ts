/** A call to a fund and its answer: its meaning, and the service's next step. */
import type { TimelineOutcome } from "@embedded-super/contracts/schemas"
import { kind, ended, lasting, spaced, untilWords } from "./Kind.ts"

/** The outcomes of a call to a fund: those of the service's retry rules. */
type Verdict =
  | "accepted"
  | "refused"
  | "credentials"
  | "rate_limited"
  | "server_error"
  | "not_sent"
  | "unknown"
  | "unreadable"
  | "contract_violation"
  | "fault"

/** The service's next step after a call: it ends, calls again at a time, waits for the fund, or leaves it to a person. */
type Next = "done" | "retried" | "waits" | "stopped" | "given_up"

/** One call to a fund, its answer, and what follows. */
export type FundCalled = {
  readonly fund: string
  readonly operation: string
  /** Counted from 1, over all attempts of this call. */
  readonly attempt: number
  readonly verdict: Verdict
  readonly status: number | null
  /** The fund's Retry-After, as it was sent. */
  readonly retry_after: string | null
  /** The mistake in the answer, without a value of it. */
  readonly words: string | null
  readonly next: Next
  /** The retry that follows, of how many; null if none does, or if it uses none up. */
  readonly retry: number | null
  readonly retries: number
  readonly in_seconds: number | null
  readonly until: string | null
  /** Whether the fund recognises a repeat by its idempotency key. */
  readonly recognises_repeats: boolean
  /** Whether it belongs to the sandbox: then its sentences are shown (content/masking). */
  readonly is_simulated: boolean
}

/** The calls to funds, for sentences. */
const CALLS: Readonly<Record<string, string>> = { employer_details: "call with the employer's details" }

export const callOf = (operation: string): string => CALLS[operation] ?? spaced(operation)

const answered = ({ fund, operation, retry_after, status, verdict, words }: FundCalled): string => {
  const call = `the ${callOf(operation)}`
  switch (verdict) {
    case "accepted":
      return `${fund} answered ${status} to ${call}`
    case "rate_limited":
      return `${fund} answered 429 to ${call}, with ${retry_after === null ? "no Retry-After" : `Retry-After ${retry_after}`}`
    case "server_error":
      return `${fund} answered ${status} to ${call}`
    case "credentials":
      return status === null
        ? `${fund} gave no access for ${call}: ${words ?? "the service's credentials don't work"}`
        : `${fund} answered ${status} to ${call}: it refuses the service's credentials`
    case "refused":
      return `${fund} refused ${call}: ${words ?? `it answered ${status}`}`
    case "unknown":
      return status === null || status < 500
        ? `The answer of ${fund} to ${call} was lost after the request was sent`
        : `A gateway before ${fund} answered ${status} to ${call}, so the fund's own answer was lost`
    case "not_sent":
      return `${fund} couldn't be reached for ${call}, and nothing was sent: ${words ?? ""}`
    case "unreadable":
      return `${fund} carried out ${call}, but its answer can't be used: ${words ?? ""}`
    case "contract_violation":
      return `${fund} answered outside the contract to ${call}: ${words ?? ""}`
    case "fault":
      return `The ${callOf(operation)} couldn't be sent to ${fund}: ${words ?? ""}`
  }
}

export const LISTED = "`admin fund-calls list --stopped` lists it for a person."

const retried = ({ in_seconds, recognises_repeats, retries, retry, verdict }: FundCalled): string => {
  const when = `in ${lasting(in_seconds ?? 0)}`
  const which = retry === null ? "" : ` (retry ${retry} of ${retries})`
  return verdict === "unknown" && recognises_repeats
    ? `The fund recognises repeats, so the service asks again with the same idempotency key ${when}${which}.`
    : `The service tries again ${when}${which}.`
}

const stopped = ({ recognises_repeats, retries, verdict }: FundCalled): string => {
  switch (verdict) {
    case "unknown":
      return recognises_repeats
        ? `All ${retries} retries are used, and the fund may have carried it out. ${LISTED}`
        : `The fund may have carried it out, and doesn't recognise repeats, so the service doesn't ask again. ${LISTED}`
    case "server_error":
      return `All ${retries} retries are used, so the service stops. ${LISTED}`
    case "credentials":
      return `It was refused under several versions of the credentials, so the service stops. ${LISTED}`
    default:
      return `A repeat would get the same answer, so the service stops. ${LISTED}`
  }
}

const followed = (call: FundCalled): string => {
  const { in_seconds, next, until, verdict } = call
  switch (next) {
    case "done":
      return ""
    case "retried":
      return retried(call)
    case "waits":
      if (verdict === "credentials") return "The call waits for new credentials."
      return until === null || in_seconds === null
        ? "The call waits until the fund can be called again; it uses up no retry."
        : `No call to it is made until ${untilWords(until, in_seconds)}.`
    case "stopped":
      return stopped(call)
    case "given_up":
      return "Nobody waits for a later answer, so it counts as no match."
  }
}

/** The requirements of section 7 and 8 on each outcome. */
const OF_VERDICT: { readonly [V in Verdict]: ReadonlyArray<string> } = {
  accepted: [],
  refused: ["R-7-1", "R-7-2"],
  credentials: ["R-7-3", "R-7-4"],
  rate_limited: ["R-7-5", "R-7-6", "R-8-2"],
  server_error: ["R-7-7", "R-7-8", "R-7-9", "R-8-1"],
  not_sent: ["D-fund-calls"],
  unknown: ["D-unknown-outcomes"],
  unreadable: ["D-unknown-outcomes"],
  contract_violation: ["D-fund-calls"],
  fault: ["D-fund-calls"]
}

const OF_OPERATION: Readonly<Record<string, ReadonlyArray<string>>> = {
  member_registration: ["R-4.2-1"],
  employer_lookup: ["R-1-17", "R-4.2-8"],
  employer_details: ["R-4.2-16"]
}

const OUTCOMES: { readonly [N in Next]: TimelineOutcome } = {
  done: "good",
  retried: "waiting",
  waits: "waiting",
  stopped: "stopped",
  given_up: "failed"
}

export const fundCalled = kind<FundCalled>({
  outcome: ({ next, verdict }) =>
    next === "stopped" && (verdict === "refused" || verdict === "contract_violation")
      ? "refused"
      : OUTCOMES[next],
  sentence: (call) => {
    const { in_seconds, next, until, verdict } = call
    // One sentence, because the second half says what the first means.
    if (verdict === "rate_limited" && next === "waits" && until !== null && in_seconds !== null) {
      return `${answered(call)}, so no call to it is made until ${untilWords(until, in_seconds)}.`
    }
    return `${ended(answered(call))} ${followed(call)}`.trim()
  },
  requirements: ({ operation, verdict }) => [...(OF_OPERATION[operation] ?? []), ...OF_VERDICT[verdict]]
})
