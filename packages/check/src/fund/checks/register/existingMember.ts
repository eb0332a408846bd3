/** A person who is a member already (D-member-registration): a registration by a new employer is no error. */
import { MemberNumber, MemberRegistrationResponse } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { notObserved, pass } from "../../../check/Check.ts"
import type { Answer, FundCheck, FundUnderTest } from "../../FundUnderTest.ts"
import { failed, isSuccess, warned } from "../shared/answers.ts"
import { registered, registers, validRefused } from "../shared/registering.ts"
import { type Form, isTaken } from "../shared/readForm.ts"
import { memberNumberIn, otherNumberThan } from "./memberNumbers.ts"
import { isOfStranger } from "./sharedNumbers.ts"

const shared = {
  modes: ["dev", "certify"],
  independent: true,
  appliesTo: registers
} as const

const hasForm = (answer: Answer): boolean => isTaken(MemberRegistrationResponse as Form, answer)
const isNumber = Schema.is(MemberNumber)

/** As the service judges it: an answer of the specified form, whose number is no placeholder. */
const isUsable = (answer: Answer): boolean => hasForm(answer) && isNumber(memberNumberIn(answer))

const NEW_UNUSABLE = notObserved("The answer for a new member has no usable member number.")

/** Registers a person, and the same person once more with a key of its own, as for a second employer. */
const twice = (fund: FundUnderTest) =>
  Effect.gen(function* () {
    const body = fund.member()
    const first = yield* fund.register(body)
    if (!isSuccess(first)) {
      const plain = yield* registered(fund)
      return { outcome: "outcome" in plain ? plain.outcome : validRefused("registration", first) }
    }
    if (!isUsable(first)) return { outcome: NEW_UNUSABLE }
    // Another new member comes between: a fund that mixes members up may answer with the latest one's number.
    yield* registered(fund)
    return { body, first, again: yield* fund.register(body) }
  })

/** Says how the answer is wrong, and shows nothing of its member number. */
const wordsOf = (answer: Answer): string => {
  const number = memberNumberIn(answer)
  if (answer.text.trim() === "") return `${answer.status} without a body.`
  if (number === undefined) return "2xx without member_details.member_number, or with one that is no text."
  return hasForm(answer)
    ? "2xx with a member number that is empty, a placeholder or can't be printed."
    : "2xx with a body of another form."
}

export const existingNumber: FundCheck = {
  ...shared,
  id: "REGISTER-4.2-7",
  level: "MUST",
  requirement: "R-2.4-3",
  title:
    "A success answer for a person who is a member already has a usable member number, and nobody else's.",
  hint: "Answer a known member by the same code as a new one: member_details.member_number, with this member's own number. Without it the employee's onboarding ends without a number.",
  run: (fund) =>
    Effect.gen(function* () {
      const made = yield* twice(fund)
      if ("outcome" in made) return made.outcome
      const { again, body } = made
      if (!isSuccess(again))
        return notObserved("The fund refuses a person who is a member already; see REGISTER-4.2-3.")
      if (!isUsable(again))
        return failed(again, {
          cause: "The answer for a person who is a member already has no usable member number.",
          expected: "2xx with the member number of the first call.",
          actual: wordsOf(again)
        })
      const isOthers =
        memberNumberIn(again) !== memberNumberIn(made.first) &&
        isOfStranger(fund, { body, answer: again, idempotencyKey: null, endedAt: 0 })
      return isOthers
        ? failed(again, {
            cause: "The fund gives a person who is a member already another person's member number.",
            expected: "2xx with the member number of the first call.",
            actual: "2xx with the number of another member of this run."
          })
        : pass
    })
}

export const existingMember: FundCheck = {
  ...shared,
  id: "REGISTER-4.2-3",
  level: "SHOULD",
  requirement: "D-member-registration",
  restsOn: ["REGISTER-4.2-7"],
  title: "A person who is a member already is answered 2xx with the existing number.",
  hint: "A registration by a new employer is no error: answer 200 with the existing number. A refusal ends the employee's onboarding without a number.",
  run: (fund) =>
    Effect.gen(function* () {
      const made = yield* twice(fund)
      if ("outcome" in made) return made.outcome
      const { again, first } = made
      const expected = "2xx with the member number of the first call."
      if (!isSuccess(again))
        return failed(again, { cause: "The fund refuses a person who is a member already.", expected })
      if (!isUsable(again)) return notObserved("The answer has no usable member number; see REGISTER-4.2-7.")
      return memberNumberIn(again) === memberNumberIn(first)
        ? pass
        : warned(again, {
            cause: "The fund gives a person who is a member already another member number.",
            expected,
            actual: otherNumberThan(first)
          })
    })
}
