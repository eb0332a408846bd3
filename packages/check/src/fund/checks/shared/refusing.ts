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
  /** What to check, where the check's own hint is about other cases. */
  readonly fix?: string
}

const EXPECTED = "400."

/** A body that is too large for the server never reaches the validation. */
const TOO_LARGE = 413

/** What to do about a status that isn't 400; undefined if the check's own hint says it. */
const wrongStatus = (answer: Answer): string | undefined => {
  const { failure, status } = answer
  if (status === null || failure !== null)
    return "Look in your log for why this call has no answer, and answer 400."
  if (refusesCaller(answer))
    return `You refuse it rightly: answer 400 in place of ${status}, which says that the credentials are wrong and stops the service.`
  if (status >= 300 && status <= 399) return "Answer 400 at this address: the service follows no redirect."
  if (status < 400 || status >= 500) return undefined
  const framework = status === 422 ? " Many frameworks answer 422 to a failed validation: map it." : ""
  return `You refuse it rightly: answer 400 in place of ${status}.${framework}`
}

/** Makes and judges cases that don't depend on each other. A sentence names all that are alike, and all sentences are shown. */
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
      const byCause = Map.groupBy(judged, (each) =>
        "cause" in each.outcome ? each.outcome.cause : undefined
      )
      const found = (cause: string): Outcome => {
        const alike = byCause.get(cause) ?? []
        const weightiest = worst(alike.map((each) => each.outcome))
        const shown = alike.find((each) => each.outcome === weightiest)!
        const fixes = [...new Set(alike.flatMap(({ fix }) => fix ?? []))]
        return judgeInvalid(shown.answer, {
          ...shown,
          where: ` (${listed(alike.map(({ words }) => words))})`,
          ...(fixes.length === 0 ? {} : { fix: fixes.join(" ") })
        })
      }
      const named = found(outcome.cause)
      const others = [...byCause.keys()].flatMap((cause) => {
        const other = cause === undefined || cause === outcome.cause ? undefined : found(cause)
        return other !== undefined && "cause" in other ? other.cause : []
      })
      return isFailed(named) && others.length > 0
        ? { ...named, actual: `${named.actual} Also: ${listed(others, " ")}` }
        : named
    }
  )

/** Judges the answer to a call that fails validation. */
export const judgeInvalid = (answer: Answer, { accepted, fix, what, where = "" }: Refusable): Outcome => {
  const { failure, status } = answer
  const hint = wrongStatus(answer) ?? fix
  const hinted = hint === undefined ? {} : { hint }
  const expected =
    accepted === "pass" ? "400 (413 for a body that is too large), or 2xx if the fund takes it." : EXPECTED
  const found = (cause: string, root?: string) =>
    failed(answer, { cause, expected, ...hinted, ...(root === undefined ? {} : { root }) })
  if (isSuccess(answer)) {
    if (accepted === "pass") return pass
    const cause = `The fund accepts ${what}${where}.`
    return (accepted === "fail" ? failed : warned)(answer, { cause, expected, ...hinted })
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
