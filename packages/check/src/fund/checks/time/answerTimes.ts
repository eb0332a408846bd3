import * as Effect from "effect/Effect"
import { notObserved, pass } from "../../../check/outcomes.ts"
import type { FundCheck, Operation } from "../../FundUnderTest.ts"

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

export const lookupTimes = measured("TIME-4.2-1", "lookup", {
  requirement: "D-employer-lookup",
  title: "The time of lookups is measured; all funds together have 2.5 seconds.",
  hint: "Keep the employers' ABNs in an index in memory or in the database, and call no other system during a lookup."
})

export const registrationTimes = measured("TIME-4.2-2", "registration", {
  requirement: "D-fund-calls",
  title: "The time of registrations is measured; an answer has 30 seconds.",
  hint: "Answer with the member number, and do what is slow, such as letters and mails, afterwards."
})

export const detailsTimes = measured("TIME-4.2-3", "details", {
  requirement: "D-fund-calls",
  title: "The time of employer details is measured; an answer has 30 seconds.",
  hint: "Store the details and answer, and process them afterwards."
})
