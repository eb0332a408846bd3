import type {
  ClockLever,
  CredentialsLever,
  Fault,
  FaultPlan,
  ListLever,
  ReceiverBehaviour,
  SimulatedStapling
} from "@embedded-super/contracts/schemas"
import { kind, operationWords, counted, ended, spaced } from "./Kind.ts"

/** The levers, by the operation that pulls each, and what it is given. */
export interface LeverBodies {
  readonly setFundFaults: typeof FaultPlan.Encoded
  readonly setPartnerFaults: typeof ReceiverBehaviour.Encoded
  readonly setAto: typeof SimulatedStapling.Encoded
  readonly moveClock: typeof ClockLever.Encoded
  readonly setFundCredentials: typeof CredentialsLever.Encoded
  readonly sendEmployerList: typeof ListLever.Encoded
}
export type LeverName = keyof LeverBodies

/** The longest body that an entry keeps: a longer one could not be shown. */
export const LONGEST_BODY = 500

/** Which calls a fault is played on: `every call`, `the next 2 calls of registerMember (register a member)`. */
const callsWords = ({ from_call, operation_id, share, times }: typeof Fault.Encoded): string => {
  const of = operation_id === "*" ? "" : ` of ${operationWords(operation_id)}`
  const from = from_call === undefined ? "" : ` from call ${from_call} on`
  if (times === undefined)
    return `${share === undefined ? "every call" : `${share} of 100 calls`}${of}${from}`
  const among = share === undefined ? "" : `, with a chance of ${share} in 100 each`
  const next = share === undefined && from === "" ? "the next " : ""
  return `${times === 1 ? (next === "" ? "one call" : "the next call") : `${next}${times} calls`}${of}${from}${among}`
}

const lateWords = (millis: number): string => (millis < 1000 ? `${millis} ms` : `${millis / 1000} s`)

const played = {
  answer_status: (call, { status }) => `answer ${status} to ${call}`,
  answer_late: (call, { delay_ms = 0 }) => `answer ${call} ${lateWords(delay_ms)} late`,
  drop_before_answer: (call) => `close the connection of ${call} without doing the work`,
  drop_after_work: (call) => `do the work of ${call} and close the connection without an answer`,
  no_answer: (call) => `never answer ${call}`,
  malformed_json: (call) => `answer broken JSON to ${call}`,
  wrong_content_type: (call) => `answer another content type to ${call}`,
  missing_member_number: (call) => `leave the member number out of the answer to ${call}`,
  more_than_no_match: (call) => `add details to an answer of ${call} without a match`,
  over_match: (call) => `match every employer in ${call}`
} satisfies { readonly [Play in Fault["play"]]: (call: string, fault: typeof Fault.Encoded) => string }

/** The effect of a fault, in words: `answer 503 to the next 2 calls of registerMember (register a member)`. */
export const faultWords = (fault: typeof Fault.Encoded): string =>
  played[fault.play](callsWords(fault), fault)

const units = { s: "second", m: "minute", h: "hour", d: "day" } as const

const lengthWords = (advance: string): string => {
  const count = advance.slice(0, -1)
  return `${count} ${units[advance.at(-1) as keyof typeof units]}${count === "1" ? "" : "s"}`
}

/** How the partner answers webhooks from now on, in words: `to answer 500 to the next 2 webhooks`. */
export const receiverWords = ({ answer_after_ms, answer_status, times }: LeverBodies["setPartnerFaults"]) => {
  const late = answer_after_ms === undefined ? "" : ` after ${lateWords(answer_after_ms)}`
  if (answer_status === undefined && late === "") return "to answer webhooks as usual"
  const which =
    times === undefined ? "webhooks" : times === 1 ? "the next webhook" : `the next ${times} webhooks`
  return `to answer ${answer_status === undefined ? "" : `${answer_status} to `}${which}${late}`
}

const found = {
  stapled_fund: "finds a stapled fund",
  none: "finds no stapled fund",
  unmatched: "doesn't find the employee",
  unavailable: "doesn't answer"
} as const

/** The effect of each lever, in words after "The Workbench ". The name is the fund's, the partner's or the employer's. */
const did: { readonly [Lever in LeverName]: (name: string, body: LeverBodies[Lever]) => string } = {
  setFundFaults: (name, { faults }) =>
    faults.length === 0
      ? `ended the faults of ${name}`
      : `set ${name} to ${faults.map(faultWords).join("; to ")}`,
  setPartnerFaults: (name, body) => `set ${name} ${receiverWords(body)}`,
  setAto: (name, { outcome = "none", status }) =>
    `set the sandbox's ATO for ${name}: ${status.replace("_", " ")}, and it ${found[outcome]}`,
  moveClock: (_, { advance }) => `moved the clock ahead by ${lengthWords(advance)}`,
  setFundCredentials: (name, { are_accepted }) =>
    are_accepted
      ? `set ${name} to accept the service's credentials, and gave the service a new version of them`
      : `set ${name} to refuse the service's credentials`,
  sendEmployerList: (name, { list }) =>
    list === "stale"
      ? `moved the clock ahead until the employer list of ${name} was too old`
      : `had ${name} upload ${list === "broken" ? "a broken list" : "its list"} of employers`
}

const tried: { readonly [List in LeverBodies["sendEmployerList"]["list"]]: (name: string) => string } = {
  good: (name) => `tried to have ${name} upload its list of employers`,
  broken: (name) => `tried to have ${name} upload a broken list of employers`,
  stale: (name) => `tried to let the employer list of ${name} become too old`
}

const sentenceOf = <Lever extends LeverName>(
  lever: Lever,
  name: string,
  body: string | null,
  worked: boolean
): string => {
  if (body === null) return `pulled the lever ${lever} of ${name}`
  const given = JSON.parse(body) as LeverBodies[Lever]
  // The clock moves although a simulator missed it; a list that wasn't sent was only tried.
  return !worked && "list" in given ? tried[given.list](name) : did[lever](name, given)
}

/** Levers that a person pulled. */
export const levers = {
  lever_pulled: kind<{
    readonly lever: LeverName
    /** The fund's slug or the employer's id, as in the lever's path; null if the lever has only one target. */
    readonly target: string | null
    /** The target for people. */
    readonly name: string
    /** The lever's body, as JSON; null if that is too long to keep. */
    readonly body: string | null
    /** The reason why the lever failed, a sentence; null if it didn't. */
    readonly problem: string | null
  }>({
    outcome: ({ problem }) => (problem === null ? "changed" : "failed"),
    sentence: ({ body, lever, name, problem }, { from }) =>
      `${from ?? "The Workbench"} ${sentenceOf(lever, name, body, problem === null)}.${problem === null ? "" : ` ${problem}`}`.slice(
        0,
        500
      )
  })
} as const

/** Runs of the conformance kits that the Workbench began. Their calls have the first of these as their cause. */
export const checks = {
  fund_check_started: kind<{ readonly fund: string; readonly mode: "dev" | "certify" | "probe" }>({
    outcome: () => "noted",
    sentence: ({ fund, mode }) =>
      `fund-check begins to check ${fund} (${mode}). The calls that it makes come from fund-check.`,
    requirements: ["D-conformance-kits"]
  }),

  fund_checked: kind<{
    readonly fund: string
    /** Null if the check couldn't begin. */
    readonly verdict: "conforms" | "does_not_conform" | "incomplete" | null
    readonly failed: number
    /** Why it couldn't begin. */
    readonly problem: string | null
  }>({
    outcome: ({ verdict }) =>
      verdict === "conforms" ? "good" : verdict === "does_not_conform" ? "failed" : "stopped",
    sentence: ({ failed, fund, problem, verdict }) => {
      if (verdict === null) return `fund-check could not check ${fund}: ${ended(problem ?? "")}`
      if (verdict === "incomplete") return `fund-check could not finish every check of ${fund}.`
      return verdict === "conforms"
        ? `fund-check found that ${fund} conforms.`
        : `fund-check found that ${fund} does not conform: ${counted(failed, "check")} failed.`
    },
    requirements: ["D-conformance-kits"]
  })
} as const

/** The entries that the time line writes about itself. */
export const recorder = {
  entries_left_out: kind<{ readonly kind: string; readonly count: number }>({
    outcome: () => "noted",
    sentence: ({ count, kind }) =>
      `${counted(count, "entry", "entries")} of the kind "${spaced(kind)}" ${count === 1 ? "is" : "are"} left out, because too many came in a second.`,
    requirements: ["D-workbench"]
  })
} as const
