/**
 * The answers of the whole run. A check looks at the answers that are about its own sentence; what a fund does with other calls
 * in good order, such as lookups of employers that it doesn't know, is seen here. It runs after all other groups.
 *
 * Why not each single answer is a failure: a server has a bad moment, and a first call may wait for a cold start. So such a
 * call is made once more at the end, unless there were several.
 */
import * as Effect from "effect/Effect"
import { notObserved, pass } from "../../check/Check.ts"
import type { Answer, FundCheck, FundUnderTest, Operation, ValidCall } from "../FundUnderTest.ts"
import { failed, isServerError, isSuccess, warned } from "./shared/answers.ts"
import { nouns } from "./shared/registering.ts"

/** So many aren't a bad moment. */
const SEVERAL = 3

interface Wrong {
  readonly isWrong: (answer: Answer) => boolean
  /** Completes "The fund …". */
  readonly does: (noun: string) => string
  readonly doesOnce: (noun: string) => string
  readonly expected: string
  readonly root: (call: ValidCall) => string
}

const whole =
  ({ does, doesOnce, expected, isWrong, root }: Wrong) =>
  (calls: (fund: FundUnderTest) => ReadonlyArray<ValidCall>): FundCheck["run"] =>
  (fund) =>
    Effect.gen(function* () {
      const made = calls(fund)
      const wrong = made.filter(({ answer }) => isWrong(answer))
      const last = wrong.at(-1)
      if (last === undefined)
        return made.some(({ answer }) => isSuccess(answer))
          ? pass
          : notObserved("No call in good order was accepted in this run.")
      const noun = nouns[last.operation]
      const difference = { expected, root: root(last) }
      if (wrong.length < SEVERAL) {
        const { body, idempotencyKey, operation } = last
        const again = yield* fund.call(operation, body, { idempotencyKey, suggested: true })
        if (!isWrong(again)) return warned(last.answer, { cause: `The fund ${doesOnce(noun)}.`, expected })
      }
      const makers = new Set(wrong.flatMap(({ check }) => check ?? []))
      return {
        ...failed(last.answer, { cause: `The fund ${does(noun)}.`, ...difference }),
        actual: `${wrong.length} of ${made.length} such calls in this run.`,
        explainedBy: [...makers]
      }
    })

const base = { level: "MUST", modes: ["dev", "certify", "probe"] } as const

const noServerErrors: FundCheck = {
  ...base,
  id: "TIME-7-1",
  requirement: "R-7-7",
  also: ["R-7-10"],
  title: "No call of the run that is in good order is answered 5xx, when it is repeated either.",
  hint: "Look for these calls in your log: the report names their ids. 5xx is for a temporary issue; the service repeats the call three times, and takes an employer that isn't answered for as not found.",
  run: whole({
    isWrong: (answer) => answer.failure === null && isServerError(answer),
    does: (noun) => `answers a server error to a valid ${noun}`,
    doesOnce: (noun) => `is flaky: the same valid ${noun} is answered a server error once, and then not`,
    expected: "2xx, at the latest when the call is repeated.",
    root: ({ operation }) => `a valid ${operation} isn't answered 2xx`
  })((fund) => fund.validCalls())
}

/** Without the first call of each operation, which may wait for a cold start. */
const afterTheFirst = (calls: ReadonlyArray<ValidCall>): ReadonlyArray<ValidCall> =>
  calls.filter((call) => calls.find(({ operation }) => operation === call.operation) !== call)

const noLateAnswers: FundCheck = {
  ...base,
  id: "TIME-7-2",
  requirement: "D-fund-calls",
  also: ["D-employer-lookup"],
  evenIfSilent: true,
  title: "No call of the run that is in good order is answered late, or only in part.",
  hint: "A lookup has 2.5 seconds, each other call 30 seconds, or registration_timeout_seconds of the profile. Send whole answers: a Content-Length that is wrong, or a connection that ends early, cuts one off.",
  run: whole({
    isWrong: ({ failure, status }) =>
      failure === "timeout" || (failure === "connection_reset" && status !== null),
    does: (noun) => `answers a valid ${noun} late, or only in part`,
    doesOnce: (noun) => `is flaky: the same valid ${noun} is answered late or in part once, and then not`,
    expected: "A whole answer in time.",
    root: () => "late answers"
  })((fund) => afterTheFirst(fund.validCalls()))
}

/** The times themselves are in the report: p50, p95 and p99 of each operation. */
const measured = (
  id: string,
  operation: Operation,
  { hint, requirement, title }: Pick<FundCheck, "hint" | "requirement" | "title">
): FundCheck => ({
  id,
  level: "INFO",
  requirement,
  title,
  hint,
  modes: ["dev", "certify", "probe"],
  appliesTo: (fund) => fund.addressOf(operation) !== undefined || `The fund offers no ${operation} by API.`,
  run: (fund) =>
    Effect.sync(() =>
      fund.times(operation).length === 0 ? notObserved(`No ${operation} was answered 2xx in this run.`) : pass
    )
})

const lookupTimes = measured("TIME-4.2-1", "lookup", {
  requirement: "D-employer-lookup",
  title: "The time of lookups is measured; all funds together have 2.5 seconds.",
  hint: "Keep the employers' ABNs in an index in memory or in the database, and call no other system during a lookup."
})

const registrationTimes = measured("TIME-4.2-2", "registration", {
  requirement: "D-fund-calls",
  title: "The time of registrations is measured; an answer has 30 seconds.",
  hint: "Answer with the member number, and do what is slow, such as letters and mails, afterwards."
})

const detailsTimes = measured("TIME-4.2-3", "details", {
  requirement: "D-fund-calls",
  title: "The time of employer details is measured; an answer has 30 seconds.",
  hint: "Store the details and answer, and process them afterwards."
})

export const time: ReadonlyArray<FundCheck> = [
  noServerErrors,
  noLateAnswers,
  lookupTimes,
  registrationTimes,
  detailsTimes
]
