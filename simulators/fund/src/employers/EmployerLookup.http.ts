import { FundApi } from "@embedded-super/contracts/fund-api"
import { FundInternalError, FundRateLimited } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import { EventLog, type Note } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Option from "effect/Option"
import { lookupAbns } from "../magicValues.ts"
import { EmployerBook } from "./EmployerBook.ts"

/** Answers lookups from the employer book, by ABN only. */
export const EmployerLookupHttp = HttpApiBuilder.group(
  FundApi,
  "employer-lookup",
  Effect.fnUntraced(function* (handlers) {
    const book = yield* EmployerBook
    const log = yield* EventLog

    return handlers.handleAll({
      lookUpEmployer: Effect.fnUntraced(function* ({ payload: { abn } }) {
        if (abn === lookupAbns.rate_limited_abn || abn === lookupAbns.failing_abn) {
          yield* log.note(asked)
          return yield* abn === lookupAbns.failing_abn ? failing : rateLimited
        }
        const found = book.current(abn)
        yield* log.note(lookupNote(abn, found))
        return lookupAnswer(found)
      })
    })
  })
)

/** Not a refusal by the fund: a magic value requested this answer. */
const asked: Note = { kind: "fault_played", summary: "A magic value decided the answer of lookUpEmployer." }

type Found = Option.Option<S.EmployerBookEntry>

/** The log entry of a lookup. */
export const lookupNote = (abn: S.Abn, found: Found): Note => ({
  kind: Option.isSome(found) ? "employer_matched" : "employer_not_matched",
  summary: `${abn} ${Option.isSome(found) ? "uses this fund" : "doesn't use this fund"}`,
  detail: { abn }
})

/** The answer to a lookup. */
export const lookupAnswer = (found: Found): S.EmployerLookupResponse =>
  Option.match(found, { onNone: () => noMatch, onSome: match })

const noMatch: S.EmployerLookupResponse = { employer_found: false }

const match = ({ employer_number }: S.EmployerBookEntry): S.EmployerLookupResponse =>
  employer_number === null
    ? { employer_found: true }
    : { employer_found: true, employer_details: { employer_number } }

const rateLimited = new FundRateLimited({
  code: "rate_limited",
  detail: "A lookup of this ABN is always answered like this.",
  retry_after: 1
})

const failing = new FundInternalError({
  code: "internal_error",
  detail: "A lookup of this ABN is always answered like this."
})
