/** The bodies of errors. The service reads none of them; they show strangers more than they should. */
import * as Effect from "effect/Effect"
import { pass } from "../../../check/Check.ts"
import type { Answer, FundCheck, FundUnderTest, Offer } from "../../FundUnderTest.ts"
import { failed, isError, together, warned } from "../shared/answers.ts"

/** Traces of the usual languages, and messages of databases. */
const traces: ReadonlyArray<RegExp> = [
  /\bat [^\n]{0,200}(?:\(|\bfile:)?[^\s()]+\.[cm]?[jt]sx?:\d+:\d+/,
  /\bat [\w$.<>]+\((?:[\w$]+\.(?:java|kt|scala):\d+|Native Method|Unknown Source)\)/,
  /Traceback \(most recent call last\)|File "[^"\n]+\.py", line \d+/,
  /goroutine \d+ \[|\.go:\d+ \+0x/,
  /\.php(?:\(\d+\)|:\d+| on line \d+)/,
  /\.rb:\d+:in [`']/,
  /\bin [^\n]{1,200}\.cs:line \d+/,
  /SQLSTATE\[?|ORA-\d{5}|PG::\w+Error|syntax error at or near|You have an error in your SQL syntax/
]

const holdsTrace = ({ text }: Answer): boolean => traces.some((trace) => trace.test(text))

/** Calls that end in an error, each in another part of a program: parsing, validation, failure. */
const erring = (fund: FundUnderTest, { operation }: Offer): ReadonlyArray<Effect.Effect<Answer>> => {
  const abn = fund.profile.check?.failing_abn
  return [
    fund.call(operation, {}, { payload: '{"abn": ' }),
    fund.call(operation, {}),
    fund.call(operation, [], { payload: "[]" }),
    fund.call(operation, { abn: 5, family_name: 5 }),
    ...(operation === "lookup" && abn !== undefined && fund.mode !== "probe"
      ? [fund.lookUp({ abn }, { once: true })]
      : [])
  ]
}

const judging =
  (judge: (answer: Answer) => ReturnType<typeof warned> | typeof pass): FundCheck["run"] =>
  (fund) =>
    together(
      fund.callable().flatMap((offer) => erring(fund, offer)),
      (send) => Effect.map(send, (answer) => (isError(answer) ? judge(answer) : pass))
    )

const shared = {
  level: "SHOULD",
  requirement: "D-problem-details",
  modes: ["dev", "certify", "probe"],
  independent: true,
  timeLimit: "3 minutes"
} as const

export const noStackTrace: FundCheck = {
  ...shared,
  id: "ERRORS-7-6",
  title: "An error shows no stack trace and no message of a database.",
  hint: "Run the framework in production mode (NODE_ENV=production, DEBUG=False), and answer errors with a text of your own.",
  run: judging((answer) =>
    holdsTrace(answer)
      ? failed(answer, {
          cause: "An error shows the fund's inside: a stack trace or a message of its database.",
          expected: "An error that says what is wrong with the request."
        })
      : pass
  )
}

export const noHtml: FundCheck = {
  ...shared,
  id: "ERRORS-7-7",
  title: "An error isn't a page in HTML.",
  hint: "Answer JSON, such as application/problem+json, or nothing. A page in HTML often comes from the framework or a proxy.",
  run: judging((answer) =>
    /text\/html/i.test(answer.headers["content-type"] ?? "") ||
    /^\s*(?:<!doctype html|<html)/i.test(answer.text)
      ? warned(answer, {
          cause: "An error is a page in HTML.",
          expected: "JSON, a short text, or an empty body."
        })
      : pass
  )
}
