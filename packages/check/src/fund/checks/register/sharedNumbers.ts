/** Numbers that several persons got, among all registrations of a run. */
import * as Effect from "effect/Effect"
import { notObserved, pass } from "../../../check/Check.ts"
import type { FundCheck, FundUnderTest, Registration } from "../../FundUnderTest.ts"
import { failed } from "../shared/answers.ts"
import { registered, registers } from "../shared/registering.ts"
import { usableNumberIn } from "./memberNumbers.ts"
import { sharedMarks } from "./pairs.ts"

/** By which funds recognise a person. */
const marks = ["tfn", "email", "family_name", "date_of_birth"] as const

type Mark = (typeof marks)[number]

const textOf = ({ body }: Registration, mark: Mark): string | undefined => {
  const value = body[mark]
  return typeof value === "string" ? value.normalize("NFC").toLowerCase() : undefined
}

/**
 * Whether two registrations are of persons whom no fund may take for one: they differ in everything by which a fund may
 * recognise somebody. A call whose values are missing or wrong is nobody's, and a repeated key is another check's matter.
 */
const areStrangers = (fund: Pick<FundUnderTest, "takes">, one: Registration, other: Registration): boolean =>
  (one.idempotencyKey === null || one.idempotencyKey !== other.idempotencyKey) &&
  marks
    .filter((mark) => fund.takes(mark) !== "excluded")
    .every((mark) => {
      const [left, right] = [textOf(one, mark), textOf(other, mark)]
      return left !== undefined && right !== undefined && left !== right
    })

const startOf = ({ answer, endedAt }: Registration): number => endedAt - answer.took

const wereAtOnce = (one: Registration, other: Registration): boolean =>
  startOf(one) < other.endedAt && startOf(other) < one.endedAt

export interface Shared {
  /** The registration that got a number which a stranger has. */
  readonly registration: Registration
  /** All who share a number were registered at the same time. */
  readonly atOnce: boolean
}

/** A number that two strangers got; undefined if there is none. Two who weren't registered at the same time say more. */
export const sharedNumber = (fund: Pick<FundUnderTest, "registrations" | "takes">): Shared | undefined => {
  const byNumber = new Map<string, Array<Registration>>()
  const persons = new Set<string>()
  let atOnce: Shared | undefined
  for (const registration of fund.registrations()) {
    const number = usableNumberIn(registration.answer)
    const person = JSON.stringify(marks.map((mark) => textOf(registration, mark)))
    // Of a person who is registered once more, the first number counts: REGISTER-4.2-7 judges the others.
    if (number === undefined || persons.has(person)) continue
    persons.add(person)
    const before = byNumber.get(number) ?? []
    byNumber.set(number, before)
    for (const other of before) {
      if (!areStrangers(fund, registration, other)) continue
      if (!wereAtOnce(registration, other)) return { registration, atOnce: false }
      atOnce ??= { registration, atOnce: true }
    }
    before.push(registration)
  }
  return atOnce
}

/** Whether a number belongs to somebody else: a stranger of this registration has it. */
export const isOfStranger = (
  fund: Pick<FundUnderTest, "registrations" | "takes">,
  registration: Registration
): boolean => {
  const number = usableNumberIn(registration.answer)
  return (
    number !== undefined &&
    fund
      .registrations()
      .some((other) => usableNumberIn(other.answer) === number && areStrangers(fund, registration, other))
  )
}

const AT_ONCE = 12

const EXPECTED = "A number of its own for each person."

/** The last of its group: it compares all numbers that the checks before it got. */
export const numbersOfOnesOwn: FundCheck = {
  id: "REGISTER-2.4-7",
  level: "MUST",
  requirement: "R-2.4-3",
  title: "Persons who are registered at the same time have member numbers of their own, as all persons have.",
  hint: "Let the database make the number: a sequence, or a unique column. To count the members first and to write later, a number from the clock, and a short random number all give one number twice.",
  modes: ["dev", "certify"],
  timeLimit: "3 minutes",
  // A fund that recognises persons by a mark that they share says more of itself in those checks.
  restsOn: ["REGISTER-2.4-6", ...sharedMarks.map(({ id }) => id)],
  appliesTo: registers,
  run: (fund) =>
    Effect.gen(function* () {
      const results = yield* Effect.all(
        Array.from({ length: AT_ONCE }, () => registered(fund)),
        { concurrency: AT_ONCE }
      )
      const shared = sharedNumber(fund)
      if (shared !== undefined)
        return failed(shared.registration.answer, {
          cause: shared.atOnce
            ? "Two persons who were registered at the same time get the same member number."
            : "Two persons get the same member number.",
          expected: EXPECTED,
          actual: "2xx with a number that another person has."
        })
      const unregistered = results.find((result) => "outcome" in result)
      if (unregistered !== undefined && "outcome" in unregistered) return unregistered.outcome
      const isNumbered = results.some(
        (result) => "answer" in result && usableNumberIn(result.answer) !== undefined
      )
      return isNumbered ? pass : notObserved("No answer has a usable member number.")
    })
}
