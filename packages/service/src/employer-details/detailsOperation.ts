import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { FundClient } from "../funds/client/FundClient.ts"
import { employerDetails } from "@embedded-super/rules/calls/FundOperation"
import {
  type CallSubject,
  CannotPrepare,
  type DurableOperation,
  prepareWith
} from "../funds/calls/DurableOperations.ts"
import { detailsRepo, type StoredDetails } from "./DetailsRepo.ts"
import { toTimestamp } from "../platform/time/timestamp.ts"

/** The request to the fund: the body of the POST, and in flat form the row of a file. */
export const requestOf = (stored: StoredDetails): S.EmployerDetailsRequest => ({
  abn: stored.abn,
  employer_name: stored.employer_name,
  ...(stored.employer_number === null ? {} : { employer_number: stored.employer_number }),
  confirmed_at: toTimestamp(stored.confirmed_at),
  usi: stored.usi,
  details: stored.details,
  custom_answers: stored.custom_answers
})

/** Employer details by POST. No part of the service waits for their delivery. */
export const detailsOperation = Effect.gen(function* () {
  const client = yield* FundClient
  const repo = yield* detailsRepo

  const request = Effect.fnUntraced(function* ({ subjectId }: CallSubject) {
    const stored = yield* repo.findById(subjectId)
    return stored === undefined
      ? yield* new CannotPrepare({ words: "The employer's details have been deleted." })
      : requestOf(stored)
  })

  return {
    // Details replace the previous version, so a repeat does no harm, however the fund treats keys.
    repeats: () => "honoured",
    prepare: prepareWith(client, employerDetails, { request, done: () => Effect.void }),
    stopped: () => Effect.void,
    setAside: () => Effect.void
  } satisfies DurableOperation
})
