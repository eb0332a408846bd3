import { kind, counted, ended, lasting, untilWords } from "./Kind.ts"
import { callOf, fundCalled, LISTED } from "./fundCalled.ts"

const HELD = {
  failing: "it fails",
  unreachable: "it can't be reached",
  rate_limited: "it answered 429"
} as const

/** Calls to funds. */
export const funds = {
  fund_call_requested: kind<{ readonly fund: string; readonly operation: string; readonly again: boolean }>({
    outcome: () => "noted",
    sentence: ({ again, fund, operation }) => {
      if (operation === "employer_details") {
        return `${fund} needs the employer's ${again ? "" : "new "}details. It gets them by a call or in its next file, as agreed.`
      }
      return again
        ? `The ${callOf(operation)} at ${fund} is asked for again.`
        : `A ${callOf(operation)} at ${fund} is needed. The service calls the fund as soon as it may.`
    },
    requirements: ["D-fund-calls"]
  }),

  fund_called: fundCalled,

  fund_lookup_answered: kind<{
    readonly fund: string
    readonly is_known: boolean
    readonly by: "call" | "list" | "late" | "not_asked"
  }>({
    outcome: ({ is_known }) => (is_known ? "good" : "noted"),
    sentence: ({ by, fund, is_known }) =>
      by === "late"
        ? `${fund} didn't answer within 2.5 s, and the employer doesn't wait longer, so it counts as not knowing the employer.`
        : by === "not_asked"
          ? `${fund} wasn't asked: it can't be reached, or calls to it are suspended. \`admin fund list\` says why.`
          : by === "list"
            ? `The employer is ${is_known ? "" : "not "}in the list of ${fund}${is_known ? ", so it is a match" : ""}.`
            : `${fund} ${is_known ? "knows the employer, so it is a match" : "counts as not knowing the employer"}.`,
    requirements: ["R-1-17", "R-1-18"]
  }),

  fund_call_stopped: kind<{ readonly fund: string; readonly operation: string; readonly words: string }>({
    outcome: () => "stopped",
    sentence: ({ fund, operation, words }) =>
      `The service makes no call for the ${callOf(operation)} at ${fund}. ${ended(words)} ${LISTED}`,
    requirements: ["D-unknown-outcomes"]
  }),

  fund_call_waits: kind<{
    readonly fund: string
    readonly operation: string
    readonly because: "held" | "credentials" | "unprepared"
    readonly in_seconds: number | null
  }>({
    outcome: () => "waiting",
    sentence: ({ because, fund, in_seconds, operation }) =>
      because === "credentials"
        ? `The ${callOf(operation)} waits: there are no credentials that ${fund} hasn't refused. \`admin fund credentials --fund SLUG\` gives new ones.`
        : because === "unprepared"
          ? `The ${callOf(operation)} for ${fund} waits: this process can't prepare it, and its log says why. In a minute the next process tries it.`
          : `The ${callOf(operation)} waits ${in_seconds === null ? "" : `${lasting(in_seconds)} `}because calls to ${fund} are suspended.`
  }),

  access_token_fetched: kind<{ readonly fund: string; readonly status: number | null }>({
    outcome: ({ status }) => (status === null ? "failed" : status < 300 ? "good" : "refused"),
    sentence: ({ fund, status }) =>
      status !== null && status < 300
        ? `${fund} gave the service an access token.`
        : `The service asked ${fund} for an access token and got ${status === null ? "no answer" : `the answer ${status}`}.`,
    requirements: ["R-5-7"]
  }),

  fund_held: kind<{
    readonly fund: string
    readonly because: keyof typeof HELD
    readonly until: string
    readonly in_seconds: number
  }>({
    outcome: () => "waiting",
    sentence: ({ because, fund, in_seconds, until }) =>
      `Calls to ${fund} are suspended until ${untilWords(until, in_seconds)}, because ${HELD[because]}. Then one is tried.`,
    requirements: ["D-breaker"]
  }),

  fund_freed: kind<{ readonly fund: string }>({
    outcome: () => "good",
    sentence: ({ fund }) => `${fund} answers again, so calls to it resume.`,
    requirements: ["D-breaker"]
  }),

  credentials_refused: kind<{ readonly fund: string; readonly version: number }>({
    outcome: () => "stopped",
    sentence: ({ fund, version }) =>
      `${fund} refuses its credentials (version ${version}). No call is made to it until \`admin fund credentials --fund SLUG\` gives new ones.`
  }),

  credentials_proven: kind<{ readonly fund: string; readonly version: number }>({
    outcome: () => "good",
    sentence: ({ fund, version }) =>
      `${fund} accepts its credentials (version ${version}) for the first time.`
  }),

  matches_found: kind<{ readonly asked: number; readonly not_asked: number }>({
    outcome: ({ not_asked }) => (not_asked > 0 ? "failed" : "noted"),
    sentence: ({ asked, not_asked }) =>
      not_asked > 0
        ? `${counted(asked, "fund")} ${asked === 1 ? "was" : "were"} asked about the employer. ${counted(not_asked, "other")} ${not_asked === 1 ? "wasn't" : "weren't"}: the time or the product's quota was used up, they can't be reached, or calls to them are suspended.`
        : `${asked === 1 ? "The linked fund was" : `All ${asked} linked funds were`} asked about the employer.`,
    requirements: ["R-1-17"]
  })
} as const
