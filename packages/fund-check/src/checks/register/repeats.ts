/** Repeats, and persons who could be taken for others (D-member-registration). The service repeats a call whose answer was lost. */
import type { Failed } from "@embedded-super/conformance/check/Check"
import { notObserved, pass } from "@embedded-super/conformance/check/outcomes"
import * as Effect from "effect/Effect"
import type { Answer, FundCheck, FundUnderTest } from "../../FundUnderTest.ts"
import { failed, isSuccess, warned } from "../shared/answers.ts"
import { registered, registers, validRefused } from "../shared/registering.ts"
import { memberNumberIn } from "./memberNumbers.ts"

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
    const idempotencyKey = crypto.randomUUID()
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
    return { again: send, body, number, idempotencyKey }
  })

const otherNumber = (answer: Answer, cause: string): Failed => ({
  ...failed(answer, { cause, expected: SAME }),
  actual:
    memberNumberIn(answer) === undefined ? "2xx without a member number." : "2xx with another member number."
})

export const repeatSame: FundCheck = {
  ...shared,
  id: "REGISTER-4.2-1",
  level: "MUST",
  title: "A repeat with the same Idempotency-Key gets the answer of the first call.",
  hint: "Keep the key with the member for 24 hours, and answer a repeat with the same number; or say idempotency: ignored in the profile.",
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
  run: (fund) =>
    Effect.gen(function* () {
      const begun = yield* first(fund)
      if ("outcome" in begun) return begun.outcome
      if (!(yield* fund.restart))
        return notObserved(
          "The fund wasn't restarted. Run with --after-restart on a terminal to be asked for it."
        )
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
      const idempotencyKey = crypto.randomUUID()
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
      if (numbers.size > 1)
        return otherNumber(
          all.find((answer) => memberNumberIn(answer) !== memberNumberIn(all[0]!))!,
          "The fund registers a person more than once if calls with the same Idempotency-Key come at the same time."
        )
      return pass
    })
}

export const sharedEmail: FundCheck = {
  ...shared,
  id: "REGISTER-4.2-6",
  level: "SHOULD",
  title: "Two persons who share an e-mail address have two member numbers.",
  hint: "Never recognise a person by the e-mail address alone: couples and families share one. Compare the tax file number, or the name and the date of birth.",
  appliesTo: (fund) => {
    const may = registers(fund)
    if (may !== true) return may
    return fund.takes("email") !== "excluded" || "The fund takes no e-mail addresses."
  },
  run: (fund) =>
    Effect.gen(function* () {
      const email = `fund-check.shared.${crypto.randomUUID()}@example.com`
      const one = yield* registered(fund, { email })
      if ("outcome" in one) return one.outcome
      const answer = yield* fund.register(fund.member({ email }))
      if (!isSuccess(answer)) {
        const plain = yield* registered(fund)
        return "outcome" in plain
          ? plain.outcome
          : warned(answer, {
              cause: "The fund refuses a person whose e-mail address another member has.",
              expected: "2xx with a member number of its own."
            })
      }
      const number = memberNumberIn(answer)
      return number !== undefined && number === memberNumberIn(one.answer)
        ? {
            ...failed(answer, {
              cause: "The fund takes two persons with the same e-mail address for one member.",
              expected: "A member number of its own for each of them."
            }),
            actual: "2xx with the other person's member number."
          }
        : pass
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
      return isSuccess(answer) && memberNumberIn(answer) === begun.number
        ? failed(answer, {
            cause:
              "The fund answers a key that it knows with the first person's number, also for another person.",
            expected: "400, or the other person's own number."
          })
        : pass
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
      const idempotencyKey = crypto.randomUUID()
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
