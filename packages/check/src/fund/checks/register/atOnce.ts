import * as Effect from "effect/Effect"
import { notObserved, pass } from "../../../check/outcomes.ts"
import type { FundCheck } from "../../FundUnderTest.ts"
import { failed } from "../shared/answers.ts"
import { registered, registers } from "../shared/registering.ts"
import { sharedMarks } from "./pairs.ts"
import { sharedNumber, usableNumberIn } from "./sharedNumbers.ts"

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
