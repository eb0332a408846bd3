/** Answers to calls that a fund can't accept (R-7-1). The service reads the status only, so any body is right. */
import * as Effect from "effect/Effect"
import { type Outcome, isFailed, pass } from "../../../check/Check.ts"
import type { Answer } from "../../FundUnderTest.ts"
import { failed, isSuccess, listed, notReached, refusesCaller, warned, worst } from "./answers.ts"

interface Refusable {
  /** The mistake, with its article: for example "a registration without a required field". */
  readonly what: string
  /** How bad it is if the fund accepts it. A fund may be more lenient than its profile in what isn't asked of it. */
  readonly accepted: "fail" | "warn" | "pass"
  /** Adds a detail that holds no value, such as the names of fields. */
  readonly where?: string
}

const EXPECTED = "400."

/** A body that is too large for the server never reaches the validation. */
const TOO_LARGE = 413

/** Makes and judges cases that don't depend on each other. One sentence names all that are alike. */
export const invalidTogether = <A>(
  cases: ReadonlyArray<A>,
  send: (each: A) => Effect.Effect<Answer>,
  refusable: (each: A) => Refusable & { readonly words: string }
): Effect.Effect<Outcome> =>
  Effect.map(
    Effect.forEach(cases, (each) => Effect.map(send(each), (answer) => ({ answer, ...refusable(each) })), {
      concurrency: 5
    }),
    (sent) => {
      if (sent.length === 0) return pass
      const judged = sent.map((each) => ({ ...each, outcome: judgeInvalid(each.answer, each) }))
      const outcome = worst(judged.map((each) => each.outcome))
      if (!isFailed(outcome)) return outcome
      const first = judged.find((each) => each.outcome === outcome)!
      const alike = judged.filter((each) => "cause" in each.outcome && each.outcome.cause === outcome.cause)
      return judgeInvalid(first.answer, { ...first, where: ` (${listed(alike.map(({ words }) => words))})` })
    }
  )

/** Judges the answer to a call that fails validation. */
export const judgeInvalid = (answer: Answer, { accepted, what, where = "" }: Refusable): Outcome => {
  const { failure, status } = answer
  const noun = what.split(" ")[1]
  const expected =
    accepted === "pass" ? "400 (413 for a body that is too large), or 2xx if the fund takes it." : EXPECTED
  const found = (cause: string, root?: string) =>
    failed(answer, { cause, expected, ...(root === undefined ? {} : { root }) })
  if (isSuccess(answer)) {
    if (accepted === "pass") return pass
    const cause = `The fund accepts ${what}${where}.`
    if (accepted === "fail") return failed(answer, { cause, expected })
    // A fund that checks little has one mistake, not one for each thing that it doesn't check.
    return warned(answer, { cause, expected, root: `a ${noun} isn't checked` })
  }
  const unsent = notReached(answer)
  if (unsent !== undefined) return unsent
  if (status === null || failure !== null) return found(`The fund gives no answer to ${what}${where}.`)
  if (status === 400 || (accepted === "pass" && status === TOO_LARGE)) return pass
  if (status >= 500)
    return found(`The fund answers a server error to ${what}${where}, so the service repeats the call.`)
  if (refusesCaller(answer))
    return found(
      `The fund answers ${what}${where} like wrong credentials, so the service stops calling it.`,
      "a failed validation is answered like wrong credentials"
    )
  if (status >= 400)
    return found(
      `The fund answers ${what}${where} with another status than 400.`,
      "a failed validation has another status than 400"
    )
  return found(`The fund answers ${what}${where} with a redirect.`)
}
