/** How calls back are judged: those that came, and those that didn't. */
import { fail, notObserved, warn, type Outcome } from "../../../check/Check.ts"
import type { Callback, Entity, PartnerUnderTest } from "../../PartnerUnderTest.ts"
import { sentenceOf } from "./deliveries.ts"
import type { FixedCause } from "./fixes.ts"

/** The fetches of an entity that got it. */
export const fetchesOf = (partner: PartnerUnderTest, entity: Entity): ReadonlyArray<Callback> =>
  partner.callbacks(entity).filter(({ method, status }) => method === "GET" && status === 200)

export const isFetched = (partner: PartnerUnderTest, entity: Entity): boolean =>
  fetchesOf(partner, entity).length > 0

const seconds = ({ patience: { ms } }: PartnerUnderTest): string => `${ms / 1000} seconds`

const advice = "set call_back_within_ms to the longest time that this takes."

/** No call has to follow a webhook that wasn't accepted. */
const isUnaccepted = (partner: PartnerUnderTest, entity: Entity): Outcome | undefined => {
  const answer = partner.refusalOf(entity)
  return answer && notObserved(`Its webhook isn't accepted, so no call has to follow. ${sentenceOf(answer)}`)
}

/** A check needs a call about the entity, and none came: others judge that. */
export const noCall = (partner: PartnerUnderTest, entity: Entity): Outcome =>
  isUnaccepted(partner, entity) ??
  notObserved(
    partner.allCallbacks().length === 0
      ? "The receiver has made no call back in this run."
      : `No call back about this webhook came within ${seconds(partner)}, though others did: earlier work may block your queue. If it takes longer, ${advice}`
  )

/** A call that was refused isn't made again. Without a declared time it may come later, which isn't judged. */
export const notMadeAgain = (partner: PartnerUnderTest, parts: Parameters<typeof warn>[0]): Outcome =>
  partner.patience.isDeclared
    ? warn(parts)
    : notObserved(
        `The call isn't made again within ${seconds(partner)}. If your software makes it later, ${advice}`
      )

/**
 * A call that doesn't come fails, unless its webhook wasn't accepted, or the receiver may have stopped all calls because the
 * kit refused one.
 */
export const notCalled = (
  partner: PartnerUnderTest,
  entity: Entity,
  parts: Parameters<typeof fail>[0]
): Outcome =>
  isUnaccepted(partner, entity) ??
  (partner.isPausing(entity.product)
    ? notObserved(
        `The receiver has made no call since the kit refused one, ${seconds(partner)} or less ago. If your software pauses its calls then, ${advice}`
      )
    : fail(parts))

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

/** The mistake in a call that got no entity, by its kind: the same for every entity, so that all its failures are one finding. */
const rootOf = ({ hasKey, method, product, status }: Callback, entity: Entity) => {
  const named = (root: string, cause?: FixedCause) => (cause === undefined ? { root } : { root, cause })
  if (!hasKey) return named("no key", "The receiver calls back without the header X-API-Key.")
  if (product !== undefined && product !== entity.product)
    return named("wrong key", "An entity of one product is fetched with the other product's key.")
  return named(`${method} answered ${status}`)
}

/** Why an entity wasn't fetched, as far as the calls about it show. */
export const notFetched = (partner: PartnerUnderTest, entity: Entity, cause: string): Outcome => {
  const last = partner.callbacks(entity).at(-1)
  const expected = `GET ${new URL(entity.url).pathname.replace(entity.id, "{id}")} with the product's key`
  if (last !== undefined)
    return fail({
      cause,
      ...rootOf(last, entity),
      expected,
      actual: `${last.method}, answered ${last.status}`,
      exchange: last.id
    })
  const actual = `No call within ${seconds(partner)}.`
  const behindPolls: FixedCause = "An entity isn't fetched in time, while others are fetched again and again."
  if (isPolling(partner))
    return notCalled(partner, entity, { cause: behindPolls, root: polls, expected, actual })
  const neverFetches = !partner.allCallbacks().some(({ method }) => method === "GET")
  return notCalled(partner, entity, {
    cause,
    expected,
    actual,
    ...(neverFetches ? { root: "never fetches" } : {})
  })
}
