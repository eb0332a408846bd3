/** How answers to deliveries are judged. A sentence names the mistake, and no value of the receiver. */
import { fail, notObserved, pass, warn, type Outcome } from "../../../check/Check.ts"
import { type Answer, type DeliveryFailure, isAccepted } from "../../PartnerUnderTest.ts"
import type { FixedCause } from "./fixes.ts"

const failures: Readonly<Record<DeliveryFailure, (answer: Answer) => string>> = {
  connection_refused: () => "The connection is refused.",
  connection_reset: () => "The connection ends before the answer does.",
  timeout: ({ within }) => `No whole answer within ${within} ms (answer_within_ms).`,
  invalid_answer: () => "The answer isn't HTTP.",
  dropped: () => "The kit closed the connection."
}

/** The result of a delivery, in words. */
export const wordsOf = (answer: Answer): string => {
  const { failure, status } = answer
  if (status === null) return failures[failure ?? "invalid_answer"](answer)
  return failure === null ? `${status}` : `${status}. ${failures[failure](answer)}`
}

/** The same as a sentence. */
export const sentenceOf = (answer: Answer): string =>
  answer.status === null ? wordsOf(answer) : `It is answered ${wordsOf(answer).replace(/\.?$/, ".")}`

/** For a check that changes a delivery: if the unchanged one isn't accepted, the change isn't the reason. */
export const unchangedNotAccepted = (answer: Answer): Outcome =>
  notObserved(`An ordinary delivery isn't accepted, either. ${sentenceOf(answer)}`)

/** A refusal that doesn't blame the receiver's own failure: 4xx. */
const isRefused = ({ status }: Answer): boolean => status !== null && status >= 400 && status < 500

interface Root {
  readonly root: string
  readonly cause: FixedCause
}

/** The mistake in an answer, by its kind: the same for every check, so that all its failures are one finding. */
const rootOf = ({ failure, status }: Answer): Root | undefined => {
  if (failure === "timeout") return { root: "answers too late", cause: "A delivery isn't answered in time." }
  // A status alone is none: the service tries such a delivery again.
  if (failure !== null || status === null)
    return { root: "no answer", cause: "A delivery gets no whole answer." }
  if (status >= 300 && status < 400)
    return { root: "redirects", cause: "A delivery is answered with a redirect, which isn't followed." }
  if (status === 410)
    return { root: "410", cause: "A delivery is answered 410, which pauses the webhook address." }
  return undefined
}

/** Whether the delivery was refused by an ordinary status, which says something about this delivery. */
export const isRefusedForItself = (answer: Answer): boolean =>
  !isAccepted(answer) && rootOf(answer) === undefined

/** Passes if the delivery was accepted. */
export const mustAccept = (
  answer: Answer,
  cause: string,
  difference: (parts: Parameters<typeof fail>[0]) => Outcome = fail
): Outcome => {
  if (isAccepted(answer)) return pass
  const known = rootOf(answer)
  return difference({
    cause: known?.cause ?? cause,
    expected: "2xx",
    actual: wordsOf(answer),
    exchange: answer.id,
    ...(known === undefined ? {} : { root: known.root })
  })
}

/** Passes if the delivery was refused, whatever the status: that it is 4xx is a check of its own. */
export const mustRefuse = (answer: Answer, cause: string): Outcome => {
  if (isAccepted(answer)) {
    return fail({ cause, expected: "400", actual: wordsOf(answer), exchange: answer.id })
  }
  if (answer.status === null) return notObserved(`No answer came: ${wordsOf(answer)}`)
  return pass
}

/** Passes if the refusal is 4xx: after 5xx the service tries for days. */
export const shouldBe4xx = (answer: Answer, cause: string): Outcome =>
  isRefused(answer)
    ? pass
    : warn({
        cause,
        expected: "400, or another 4xx",
        actual: wordsOf(answer),
        exchange: answer.id,
        root: "refuses with another status"
      })

/** For a check of refusals: a receiver that answers every delivery so has another mistake, which another check names. */
export const answersAllSo = (ordinary: Answer): Outcome | undefined =>
  isAccepted(ordinary) || isRefused(ordinary) ? undefined : unchangedNotAccepted(ordinary)
