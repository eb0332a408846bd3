import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { notObserved, pass } from "../../../check/Check.ts"
import { uuidV7 } from "../../../exchange/uuidV7.ts"
import type { Answer, FundCheck } from "../../FundUnderTest.ts"
import { failed, isSuccess, notReached, warned } from "../shared/answers.ts"
import { byApi, correctionRefused, maySend, NOT_SENT } from "./accepted.ts"

const base = { modes: ["dev", "certify"], appliesTo: byApi } as const

const TAKEN = notObserved("The fund takes no employer details at all.")

const referenceOf = ({ json }: Answer): unknown =>
  Predicate.isReadonlyObject(json) ? Reflect.get(json, "reference") : undefined

/** Not drawn from the seed: a second run with the same seed isn't a repeat of the first. */
const newKey = Effect.sync(() => uuidV7())

const repeat: FundCheck = {
  ...base,
  id: "DETAILS-4.2-5",
  level: "MUST",
  requirement: "R-4.2-16",
  title: "The fund answers a repeated call with the same Idempotency-Key 2xx, and stores nothing twice.",
  hint: "Remember the Idempotency-Key with what was stored, and answer a repeat as the first call. The service repeats a call whose answer was lost.",
  run: (fund) =>
    Effect.gen(function* () {
      if (!maySend(fund)) return NOT_SENT
      const body = fund.employerDetails()
      const idempotencyKey = yield* newKey
      const first = yield* fund.sendDetails(body, { idempotencyKey })
      if (!isSuccess(first)) return TAKEN
      const again = yield* fund.sendDetails(body, { idempotencyKey })
      if (!isSuccess(again))
        return (
          notReached(again) ??
          failed(again, { cause: "The fund refuses a repeat of employer details.", expected: "2xx." })
        )
      return referenceOf(first) !== undefined && referenceOf(first) === referenceOf(again)
        ? pass
        : notObserved(
            "The repeat is taken. Whether it was stored twice shows only if the fund answers 200 with a reference of its own, the same to a repeat."
          )
    })
}

/** Each of these is confirmed now: later than all that were sent before, also by other checks. */
const later: FundCheck = {
  ...base,
  id: "DETAILS-4.2-6",
  level: "MUST",
  requirement: "D-employer-details",
  title: "The fund takes a correction: the same abn and usi with a later confirmed_at.",
  hint: "Replace the earlier details by the later ones. A unique index on the ABN refuses them.",
  run: (fund) =>
    Effect.gen(function* () {
      if (!maySend(fund)) return NOT_SENT
      const before = fund.times("details").length
      const first = yield* fund.sendDetails(fund.employerDetails())
      // After other details of this employer, the first of these is a correction already.
      if (!isSuccess(first) && before === 0) return TAKEN
      const last = isSuccess(first)
        ? yield* Effect.andThen(Effect.sleep("2 millis"), fund.sendDetails(fund.employerDetails()))
        : first
      return isSuccess(last) ? pass : correctionRefused(last)
    })
}

const stored: FundCheck = {
  ...base,
  id: "DETAILS-4.2-7",
  level: "SHOULD",
  requirement: "D-employer-details",
  title: "The fund answers when the details are stored, not before.",
  hint: "Answer 204 after the commit. 202 says that nothing is stored yet, and the service sends nothing again after a 2xx.",
  run: (fund) =>
    Effect.gen(function* () {
      if (!maySend(fund)) return NOT_SENT
      const answer = yield* fund.sendDetails(fund.employerDetails())
      if (!isSuccess(answer)) return TAKEN
      return answer.status === 202
        ? warned(answer, {
            cause: "The fund answers before the employer details are stored (202).",
            expected: "204, or 200."
          })
        : pass
    })
}

export const repeats: ReadonlyArray<FundCheck> = [repeat, later, stored]
