import type { FundApi } from "@embedded-super/contracts/fund-api"
import { FundInternalError, FundRateLimited } from "@embedded-super/contracts/problems"
import { EventLog, type Note, type OperationsIn } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { lookupAbns } from "../magicValues.ts"
import { EmployerBook } from "./EmployerBook.ts"

/** Answers lookups from the employer book, by ABN only. */
export const lookUpEmployer = Effect.gen(function* () {
  const book = yield* EmployerBook
  const log = yield* EventLog

  const operation: OperationsIn<typeof FundApi>["lookUpEmployer"] = ({ payload: { abn } }) => {
    if (abn === lookupAbns.rate_limited_abn) return Effect.andThen(log.note(byMagicValue(429)), rateLimited)
    if (abn === lookupAbns.failing_abn) return Effect.andThen(log.note(byMagicValue(500)), failing)
    const note = (kind: string, outcome: string): Note => ({
      kind,
      summary: `${abn} ${outcome}`,
      detail: { abn }
    })
    const found = book.current(abn)
    if (Option.isNone(found))
      return {
        status: 200,
        note: note("employer_not_matched", "doesn't use this fund"),
        body: { employer_found: false }
      }
    const { employer_number } = found.value
    return {
      status: 200,
      note: note("employer_matched", "uses this fund"),
      body: {
        employer_found: true,
        ...(employer_number === null ? {} : { employer_details: { employer_number } })
      }
    }
  }
  return operation
})

/** Not a refusal by the fund: a magic value requested this answer. */
const byMagicValue = (status: number): Note => ({
  kind: "fault_played",
  summary: `Answered ${status}, because a lookup of this ABN always gets that answer (a magic value).`
})

const rateLimited = new FundRateLimited({
  code: "rate_limited",
  detail: "A lookup of this ABN always gets this answer.",
  retry_after: 1
})

const failing = new FundInternalError({
  code: "internal_error",
  detail: "A lookup of this ABN always gets this answer."
})
