/** Repeats (D-member-registration). The service repeats a call whose answer was lost, also days later. */
import * as Effect from "effect/Effect"
import { type Failed, notObserved, pass } from "../../../check/Check.ts"
import { uuidV7 } from "../../../exchange/uuidV7.ts"
import type { Answer, FundCheck, FundUnderTest } from "../../FundUnderTest.ts"
import { failed, isSuccess, warned } from "../shared/answers.ts"
import { registered, registers, validRefused } from "../shared/registering.ts"
import { memberNumberIn, otherNumberThan, sameNumberAs } from "./memberNumbers.ts"

const shared = {
  requirement: "D-member-registration",
  modes: ["dev", "certify"],
  independent: true,
  // A fund that mixes persons up isn't wrong about repeats.
  restsOn: ["REGISTER-2.4-7"],
  appliesTo: registers
} as const

const honoursKeys: NonNullable<FundCheck["appliesTo"]> = (fund) => {
  const may = registers(fund)
  if (may !== true) return may
  return (
    fund.profile.idempotency === "honoured" ||
    "The profile says that the fund ignores the Idempotency-Key, so the service doesn't repeat such calls."
  )
}

const SAME = "2xx with the member number of the first call."

/** Registers a person, and returns a function that sends the same call again. */
const first = (fund: FundUnderTest) =>
  Effect.gen(function* () {
    const body = fund.member()
    const idempotencyKey = uuidV7()
    const send = fund.register(body, { idempotencyKey })
    const answer = yield* send
    if (!isSuccess(answer)) {
      const plain = yield* registered(fund)
      return {
        outcome: "outcome" in plain ? plain.outcome : validRefused("registration", answer)
      }
    }
    const number = memberNumberIn(answer)
    if (number === undefined) return { outcome: notObserved("The first call has no member number.") }
    return { again: send, answer, number, idempotencyKey }
  })

const otherNumber = (answer: Answer, before: Answer, cause: string): Failed =>
  failed(answer, {
    cause,
    expected: SAME,
    actual: memberNumberIn(answer) === undefined ? "2xx without a member number." : otherNumberThan(before)
  })

export const repeatSame: FundCheck = {
  ...shared,
  id: "REGISTER-4.2-1",
  level: "MUST",
  title: "A repeat with the same Idempotency-Key gets the answer of the first call.",
  hint: "Keep the key with the member for as long as you keep the member, and answer a repeat with the same number; or say idempotency: ignored in the profile. A repeat may come days later, after a hold or when an operator releases the call.",
  appliesTo: honoursKeys,
  run: (fund) =>
    Effect.gen(function* () {
      const begun = yield* first(fund)
      if ("outcome" in begun) return begun.outcome
      for (let times = 0; times < 2; times += 1) {
        const answer = yield* begun.again
        if (!isSuccess(answer))
          return failed(answer, {
            cause: "The fund refuses a repeat with the same Idempotency-Key.",
            expected: SAME
          })
        if (memberNumberIn(answer) !== begun.number)
          return otherNumber(
            answer,
            begun.answer,
            "The fund gives a repeat with the same Idempotency-Key another member number."
          )
      }
      return pass
    })
}

export const repeatAfterRestart: FundCheck = {
  ...shared,
  id: "REGISTER-4.2-5",
  level: "MUST",
  independent: false,
  title:
    "A repeat with the same Idempotency-Key gets the answer of the first call after a restart of the fund, too.",
  hint: "Keep keys in the database, beside the members, not in the memory of one process: a repeat may come after a deployment, or to another instance.",
  appliesTo: honoursKeys,
  flag: "--after-restart",
  lacks: ({ restart }) =>
    restart === undefined
      ? "Nobody restarts the fund: with --after-restart, on a terminal, the kit asks you to. A run in CI can't."
      : undefined,
  run: (fund) =>
    Effect.gen(function* () {
      const begun = yield* first(fund)
      if ("outcome" in begun) return begun.outcome
      yield* fund.restart ?? Effect.void
      const answer = yield* begun.again
      if (!isSuccess(answer))
        return failed(answer, {
          cause: "The fund refuses a repeat with the same Idempotency-Key after a restart.",
          expected: SAME
        })
      return memberNumberIn(answer) === begun.number
        ? pass
        : otherNumber(
            answer,
            begun.answer,
            "The fund gives a repeat with the same Idempotency-Key another member number after a restart."
          )
    })
}

const AT_ONCE = 4

export const parallelSame: FundCheck = {
  ...shared,
  id: "REGISTER-4.2-2",
  level: "MUST",
  independent: false,
  title: "Calls with the same Idempotency-Key at the same time register a person once.",
  hint: "Write the key first, in the same transaction as the member and under a unique constraint. To look for it first and write it later leaves a gap.",
  appliesTo: honoursKeys,
  run: (fund) =>
    Effect.gen(function* () {
      const body = fund.member()
      const idempotencyKey = uuidV7()
      const send = fund.register(body, { idempotencyKey })
      const answers = yield* Effect.all(
        Array.from({ length: AT_ONCE }, () => send),
        { concurrency: AT_ONCE }
      )
      // A fund may refuse all but one of them for the moment; the repeat then gets that one's number.
      const all = [...answers, yield* send].filter(isSuccess)
      if (all.length === 0) {
        const plain = yield* registered(fund)
        return "outcome" in plain ? plain.outcome : validRefused("registration", answers[0]!)
      }
      const numbers = new Set(all.map(memberNumberIn))
      if (all.every((answer) => memberNumberIn(answer) === undefined))
        return notObserved("No answer has a member number.")
      if (numbers.size > 1)
        return otherNumber(
          all.find((answer) => memberNumberIn(answer) !== memberNumberIn(all[0]!))!,
          all[0]!,
          "The fund registers a person more than once if calls with the same Idempotency-Key come at the same time."
        )
      return pass
    })
}

export const keyOfAnother: FundCheck = {
  ...shared,
  id: "REGISTER-4.2-4",
  level: "SHOULD",
  title: "A key that belongs to one person's registration never answers for another person.",
  hint: "Keep a fingerprint of the request with the key, and answer 400 if another request comes with it.",
  appliesTo: honoursKeys,
  run: (fund) =>
    Effect.gen(function* () {
      const begun = yield* first(fund)
      if ("outcome" in begun) return begun.outcome
      const other = fund.member()
      const answer = yield* fund.register(other, { idempotencyKey: begun.idempotencyKey })
      if (isSuccess(answer) && memberNumberIn(answer) === begun.number)
        return failed(answer, {
          cause:
            "The fund answers a key that it knows with the first person's number, also for another person.",
          expected: "400, or the other person's own number.",
          actual: sameNumberAs(begun.answer)
        })
      return answer.status !== null && answer.status < 500
        ? pass
        : notObserved("The fund fails at a key that belongs to another person.")
    })
}

export const keyOfRefusal: FundCheck = {
  ...shared,
  id: "REGISTER-4.2-8",
  level: "SHOULD",
  title: "A call that was refused leaves its Idempotency-Key free for the corrected call.",
  hint: "Keep a key with what was done, not with a refusal. The service makes a new key after a refusal, but not if an answer to the same registration was lost before: then a kept refusal stays for good.",
  appliesTo: honoursKeys,
  run: (fund) =>
    Effect.gen(function* () {
      const body = fund.member()
      const idempotencyKey = uuidV7()
      const refused = yield* fund.register({ ...body, date_of_birth: "2023-02-30" }, { idempotencyKey })
      if (refused.status !== 400)
        return notObserved("The fund doesn't answer 400 to a date of birth that isn't in the calendar.")
      const answer = yield* fund.register(body, { idempotencyKey })
      if (isSuccess(answer)) return pass
      const plain = yield* registered(fund)
      return "outcome" in plain
        ? plain.outcome
        : warned(answer, {
            cause: "The fund refuses a corrected call whose key came with a refused one before.",
            expected: "2xx: the refused call did nothing."
          })
    })
}
