/** The parts of the checks' sentences. A sentence names the mistake, and no value of the receiver. */
import { fail, notObserved, pass, warn, type Outcome } from "../../check/Check.ts"
import type { Answer, Callback, DeliveryFailure, Entity, PartnerUnderTest } from "../PartnerUnderTest.ts"

const failures: Readonly<Record<DeliveryFailure, string>> = {
  connection_refused: "The connection is refused.",
  connection_reset: "The connection ends before the answer does.",
  timeout: "No whole answer comes in time.",
  invalid_answer: "The answer isn't HTTP.",
  dropped: "The kit closed the connection."
}

/** The result of a delivery, in words. */
export const wordsOf = ({ failure, status }: Answer): string => {
  if (status === null) return failures[failure ?? "invalid_answer"]
  return failure === null ? `${status}` : `${status}. ${failures[failure]}`
}

export const isAccepted = ({ failure, status }: Answer): boolean =>
  failure === null && status !== null && status >= 200 && status < 300

/** A refusal that doesn't blame the receiver's own failure: 4xx. */
const isRefused = ({ status }: Answer): boolean => status !== null && status >= 400 && status < 500

/** The mistake in an answer that isn't 2xx, by its kind: the same for every check, so that all its failures are one finding. */
const rootOf = ({
  failure,
  status
}: Answer): { readonly root: string; readonly cause: string } | undefined => {
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

/** The fetches of an entity that got it. */
export const fetchesOf = (partner: PartnerUnderTest, entity: Entity): ReadonlyArray<Callback> =>
  partner.callbacks(entity).filter(({ method, status }) => method === "GET" && status === 200)

export const isFetched = (partner: PartnerUnderTest, entity: Entity): boolean =>
  fetchesOf(partner, entity).length > 0

/** The attempts to make a session of an intent. */
export const conversionsOf = (partner: PartnerUnderTest, intent: Entity): ReadonlyArray<Callback> =>
  partner
    .callbacks(intent)
    .filter(({ method, path }) => method === "POST" && path.endsWith("/onboarding-session"))

/**
 * The call that creates the session of an intent, if it was refused for what it is by itself: another key, body or type of
 * body is needed. Then nothing can be seen of its repeats.
 */
export const refusedConversion = (partner: PartnerUnderTest, intent: Entity): Callback | undefined => {
  const last = conversionsOf(partner, intent).at(-1)
  return last !== undefined && [400, 401, 403, 415].includes(last.status) ? last : undefined
}

export const conversionIsRefused = notObserved("The call that creates the session of an intent is refused.")

/** How many sessions the receiver meant to make: repeats with one Idempotency-Key are one. */
export const meantSessions = (partner: PartnerUnderTest, intent: Entity): number => {
  // A repeat after a failure of the service is the same attempt.
  const made = conversionsOf(partner, intent).filter(({ status }) => status < 500 && status !== 429)
  return new Set(made.map(({ id, idempotencyKey }) => idempotencyKey ?? id)).size
}

const seconds = ({ patience: { ms } }: PartnerUnderTest): string => `${ms / 1000} seconds`

const advice = "set call_back_within_ms to the longest time that this takes."

/** A call that was refused isn't made again. Without a declared time it may come later, which isn't judged. */
export const notMadeAgain = (partner: PartnerUnderTest, parts: Parameters<typeof warn>[0]): Outcome =>
  partner.patience.isDeclared
    ? warn(parts)
    : notObserved(
        `The call isn't made again within ${seconds(partner)}. If your software makes it later, ${advice}`
      )

/** A call that doesn't come fails, unless the receiver may have stopped all calls because the kit refused one. */
export const notCalled = (
  partner: PartnerUnderTest,
  { product }: Entity,
  parts: Parameters<typeof fail>[0]
): Outcome =>
  partner.isPausing(product)
    ? notObserved(
        `The receiver has made no call since the kit refused one, ${seconds(partner)} or less ago. If your software pauses its calls then, ${advice}`
      )
    : fail(parts)

/** The root of the failures of a receiver that polls: calls that wait behind its polls come too late. */
export const polls = "polls"

/** More fetches of one entity than any check delivers webhooks of it, but those of the burst, which is last. */
const POLLED = 5

const isPolling = (partner: PartnerUnderTest): boolean => {
  const counts = new Map<string, number>()
  for (const { method, path, status } of partner.allCallbacks())
    if (method === "GET" && status === 200) counts.set(path, (counts.get(path) ?? 0) + 1)
  return [...counts.values()].some((count) => count > POLLED)
}

/** Why an entity wasn't fetched, as far as the calls about it show. */
export const notFetched = (partner: PartnerUnderTest, entity: Entity, cause: string): Outcome => {
  const calls = partner.callbacks(entity)
  const last = calls.at(-1)
  const expected = `GET ${new URL(entity.url).pathname.replace(entity.id, "{id}")} with the product's key`
  if (last === undefined) {
    if (isPolling(partner))
      return notCalled(partner, entity, {
        cause: "An entity isn't fetched in time, while others are fetched again and again.",
        root: polls,
        expected,
        actual: `No call within ${seconds(partner)}.`
      })
    const isSilent = partner.allCallbacks().length === 0
    return notCalled(partner, entity, {
      cause,
      expected,
      actual: `No call within ${seconds(partner)}.`,
      ...(isSilent ? { root: "never calls back" } : {})
    })
  }
  const actual = `${last.method}, answered ${last.status}`
  if (!last.hasKey)
    return fail({
      cause: "The receiver calls back without the header X-API-Key.",
      root: "no key",
      expected,
      actual,
      exchange: last.id
    })
  if (last.product !== undefined && last.product !== entity.product)
    return fail({
      cause: "An entity of one product is fetched with the other product's key.",
      root: "wrong key",
      expected,
      actual,
      exchange: last.id
    })
  return fail({ cause, expected, actual, exchange: last.id })
}

/** Checks of calls back apply to receivers that make them. */
export const ifFetches = ({ declared }: PartnerUnderTest): true | string =>
  declared.fetches_entities || "The settings declare that the receiver fetches no entities."

export const ifConverts = ({ declared }: PartnerUnderTest): true | string =>
  declared.creates_sessions_from_intents ||
  "The settings declare that the receiver creates no sessions from intents."

export const ifIssues = ({ declared }: PartnerUnderTest): true | string =>
  declared.receives_issues || "The settings declare that issue webhooks aren't enabled."

export const both =
  (...conditions: ReadonlyArray<(partner: PartnerUnderTest) => true | string>) =>
  (partner: PartnerUnderTest): true | string =>
    conditions.map((holds) => holds(partner)).find((holds) => holds !== true) ?? true

export const modes = ["dev", "certify"] as const
