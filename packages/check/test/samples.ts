/** Runs of a kit as reports show them: their calls are made up, and go through the same masking as real ones. */
import type * as S from "@embedded-super/contracts/schemas"
import { requirements } from "@embedded-super/contracts/requirements"
import * as Effect from "effect/Effect"
import { type Check, type Outcome, isFailed, rootOf } from "../src/check/Check.ts"
import { makeExchanges, type Exchange } from "../src/exchange/Exchange.ts"
import { resultOf } from "../src/run/resultOf.ts"
import { reportOf } from "../src/run/reportOf.ts"

const START = Date.parse("2026-11-23T02:00:00Z")

const json = { "content-type": "application/json" }

export const SECRET = "K7-canary-key-of-the-fund-9f2c"

/** A call with a body of JSON, and the answer to it. */
export const call = (
  id: number,
  request: {
    readonly body: unknown
    readonly headers?: Readonly<Record<string, string>>
    readonly url?: string
  },
  answer?: {
    readonly status: number
    readonly body: string
    readonly headers?: Readonly<Record<string, string>>
  }
): Exchange => ({
  id: `e${id}`,
  check: undefined,
  operation: "registerMember",
  startedAt: START + id * 40,
  took: 12.4 + id,
  call: {
    method: "POST",
    url: request.url ?? "https://api.banksia.example/v1/member_registration",
    request: {
      headers: { ...json, "x-api-key": SECRET, ...request.headers },
      body: typeof request.body === "string" ? request.body : JSON.stringify(request.body)
    }
  },
  answer:
    answer === undefined
      ? undefined
      : { status: answer.status, headers: { ...json, ...answer.headers }, body: answer.body },
  failure: answer === undefined ? "timed_out" : undefined
})

export interface SampleCheck {
  readonly id: string
  readonly level?: S.CheckLevel
  readonly requirement?: string
  readonly title?: string
  readonly hint?: string
  readonly flag?: string
  readonly outcome: Outcome
}

export interface Sample {
  readonly mode?: S.CheckMode
  readonly name?: string
  readonly checks: ReadonlyArray<SampleCheck>
  readonly exchanges?: ReadonlyArray<Exchange>
  readonly names?: ReadonlyArray<string>
}

/** The report of a run with these outcomes. */
export const sample = ({
  checks,
  exchanges = [],
  mode = "dev",
  name = "Banksia Super",
  names
}: Sample): S.CheckReport =>
  reportOf({
    kit: { name: "fund-check", version: "0.1.0" as S.CheckKitVersion },
    mode,
    seed: 20_261_123,
    subject: { name, address: "https://api.banksia.example" },
    ...(names === undefined ? {} : { names }),
    exchanges: { ...makeExchanges(), all: () => exchanges },
    startedAt: START,
    endedAt: START + 3_217,
    judged: checks.map(
      ({ flag, hint, id, level = "MUST", outcome, requirement = "R-4.2-5", title }, index) => {
        const check: Check<unknown> = {
          id,
          level,
          requirement,
          title: title ?? "A registration with every field is answered 200 with a member number.",
          hint: hint ?? "Take every field of the member profile, and leave out what you don't use.",
          modes: [mode],
          ...(flag === undefined ? {} : { flag }),
          run: () => Effect.succeed(outcome)
        }
        return {
          root: isFailed(outcome) ? rootOf(outcome) : undefined,
          result: resultOf(
            check,
            id.split("-")[0]!,
            { drawn: false, outcome, took: 3 + (index % 7) * 9 },
            exchanges
          )
        }
      }
    )
  })

const person = {
  identity: { given_name: "Ada", family_name: "Adams", date_of_birth: "1991-04-05", gender: "female" },
  contact: { email: "ada@example.com", phone_number: "+61491570006" },
  tfn: "123456782",
  status: "active"
}

const groups = [
  "TLS",
  "TRANSPORT",
  "AUTH",
  "SCHEMA",
  "LOOKUP",
  "REGISTER",
  "ERRORS",
  "PRIVACY",
  "DETAILS",
  "LIST"
]

/** A check for each requirement of the sections about funds. */
const passing: ReadonlyArray<SampleCheck> = Object.entries(requirements)
  .filter(([, { section }]) => section === "4.2" || section === "5" || section.startsWith("3"))
  .slice(0, 44)
  .map(([requirement, { level, section, text }], index) => ({
    id: `${groups[Math.floor(index / 4.5)]}-${section}-${(index % 5) + 1}`,
    level,
    requirement,
    title: text,
    outcome: { verdict: "pass" }
  }))

const outcomesAt = (outcomes: Readonly<Record<number, Outcome>>): ReadonlyArray<SampleCheck> =>
  passing.map((check, index) => ({ ...check, outcome: outcomes[index] ?? check.outcome }))

const unobserved = {
  verdict: "not_observed",
  why: "The profile names no trigger for a 429 in this environment."
} as const
const ruledOut = {
  verdict: "not_applicable",
  why: "The profile says that employer details are sent by SFTP."
} as const

const calls = [
  call(
    1,
    { body: person },
    { status: 404, body: JSON.stringify({ code: "not_found", message: "No such employer" }) }
  ),
  call(
    2,
    { body: { abn: "51824753556" }, url: "https://api.banksia.example/v1/employer_lookup?dry_run=true" },
    {
      status: 500,
      body: "<html><h1>Whitelabel Error Page</h1></html>",
      headers: { "content-type": "text/html" }
    }
  ),
  call(3, { body: person, url: "https://api.banksia.example/v1/employer_details" })
]

/** The reports that a person looks at: each is a page in the sheet of pictures. */
export const samples: Readonly<Record<string, S.CheckReport>> = {
  certificate: sample({
    mode: "certify",
    checks: outcomesAt({ 20: unobserved, 31: unobserved, 36: ruledOut }),
    exchanges: calls.slice(0, 1)
  }),
  failing: sample({
    checks: outcomesAt({
      4: {
        verdict: "fail",
        cause: "The lookup of an unknown employer is answered 404.",
        expected: `200 and {"employer_found": false}`,
        actual: "404 with a problem",
        exchange: "e1"
      },
      9: {
        verdict: "fail",
        cause: "A request whose body isn't JSON is answered 500.",
        expected: "400",
        actual: "500 with an HTML page",
        root: "malformed",
        exchange: "e2"
      },
      10: {
        verdict: "fail",
        cause: "A truncated body is answered 500.",
        expected: "400",
        actual: "500 with an HTML page",
        root: "malformed",
        exchange: "e2"
      },
      15: {
        verdict: "warn",
        cause: "A registration is answered close to the limit of 30 seconds.",
        expected: "an answer within 10 s",
        actual: "no answer within 28 s",
        exchange: "e3"
      },
      20: unobserved,
      36: ruledOut
    }),
    exchanges: calls
  }),
  incomplete: sample({
    mode: "probe",
    name: "The Wide and Far Reaching Industry Superannuation Fund of South Eastern Queensland Pty Ltd",
    checks: outcomesAt({
      3: { verdict: "error", why: "The check took longer than 30 seconds, and was ended." },
      20: unobserved
    }),
    exchanges: calls.slice(0, 1)
  }),
  part: sample({ names: ["AUTH"], checks: passing.slice(9, 14), exchanges: [] })
}
