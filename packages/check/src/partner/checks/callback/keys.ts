import * as Effect from "effect/Effect"
import { fail, notObserved, pass, warn, type Outcome } from "../../../check/Check.ts"
import type { Entity, PartnerCheck, PartnerUnderTest } from "../../PartnerUnderTest.ts"
import { both, ifFetches, ifTwoProducts, modes } from "../judging/applies.ts"
import { isFetched, noCall } from "../judging/calls.ts"

const AWAY = "Another host is called, because the url of a webhook names it."

/** A key that is sent to another host is given away. A call there without one is only useless. */
const judgeAway = (partner: PartnerUnderTest, { id }: Entity, away: string, withKey: string): Outcome => {
  const calls = partner.foreign.calls().filter(({ path }) => path.includes(id))
  const leak = calls.find(({ hasKey }) => hasKey) ?? calls[0]
  if (leak === undefined) return pass
  const expected = "No call, or one to the service."
  return leak.hasKey
    ? fail({ cause: withKey, expected, actual: "A call with X-API-Key.", exchange: leak.id })
    : warn({ cause: away, expected, actual: "A call without a key.", exchange: leak.id })
}

/** The key belongs to the service alone. */
const keepsKey: PartnerCheck = {
  id: "CALLBACK-4.1-9",
  level: "MUST",
  requirement: "D-api-keys",
  title: "A url on another host gets no key.",
  hint: "Compare scheme, host and port of url with the service's before you call it; or take the path alone. Don't follow redirects with the key.",
  modes,
  independent: true,
  appliesTo: (partner) =>
    partner.foreign.isReachable
      ? ifFetches(partner)
      : "The receiver isn't on this machine, so it can't reach the kit's other server.",
  run: (partner) =>
    Effect.gen(function* () {
      const entity = partner.entity("employer")
      const url = `${partner.foreign.url}${new URL(entity.url).pathname}`
      yield* partner.deliver(partner.webhook(entity, "employer_settings_changed", { url }))
      yield* partner.settled(entity)
      const withKey = "The key is sent to another host, because the url of a webhook names it."
      return judgeAway(partner, entity, AWAY, withKey)
    })
}

/** A comparison of the first letters is deceived by a user name. */
const readsHost: PartnerCheck = {
  id: "CALLBACK-4.1-13",
  level: "MUST",
  requirement: "D-api-keys",
  title: "A url that begins like the service's and leads to another host gets no key.",
  hint: "Parse url, and compare its scheme, host and port. In http://service@other/ the service is a user name, and the host is other.",
  modes,
  independent: true,
  appliesTo: keepsKey.appliesTo!,
  run: (partner) =>
    Effect.gen(function* () {
      const entity = partner.entity("employer")
      const url = `${partner.foreign.disguisedUrl}${new URL(entity.url).pathname}`
      yield* partner.deliver(partner.webhook(entity, "employer_settings_changed", { url }))
      yield* partner.settled(entity)
      const away = "Another host is called, because the url of a webhook begins like the service's."
      const withKey =
        "The key is sent to another host, because the url of a webhook begins like the service's."
      return judgeAway(partner, entity, away, withKey)
    })
}

/** As many of each product that a key which is kept for the whole program is the wrong one for some. */
const atOnce = 10

/** Two products' webhooks come at the same time. */
const keepsKeysApart: PartnerCheck = {
  id: "CALLBACK-4.1-14",
  level: "MUST",
  requirement: "R-2.1-10",
  title: "Of webhooks of two products that come at once, each entity is fetched with the key of its product.",
  hint: "Give the key with each call. A default header of a shared client, or a variable of the program, is changed by the next webhook before the call is made.",
  modes,
  independent: true,
  appliesTo: both(ifFetches, ifTwoProducts),
  run: (partner) =>
    Effect.gen(function* () {
      const change = (entity: Entity) => partner.deliver(partner.webhook(entity, "employer_settings_changed"))
      // The first product's call has to be made again, and the second one's webhook comes before that.
      const late = partner.entity("employer", { product: 0 })
      partner.refuseNext(late, [503])
      yield* change(late)
      yield* partner.until(() => partner.callbacks(late).length > 0)
      const entities = Array.from({ length: atOnce }, () => [
        partner.entity("employer", { product: 0 }),
        partner.entity("employer", { product: 1 })
      ]).flat()
      yield* Effect.forEach(entities, change, { concurrency: "unbounded" })
      const all = [late, ...entities]
      const mixed = () =>
        all
          .flatMap((entity) =>
            partner.callbacks(entity).filter(({ product }) => product === 1 - entity.product)
          )
          .at(-1)
      yield* partner.until(() => mixed() !== undefined || all.every((entity) => isFetched(partner, entity)))
      const found = mixed()
      if (found !== undefined)
        return fail({
          cause: "Of webhooks of two products at once, some are fetched with the other product's key.",
          root: "wrong key",
          expected: "GET of each entity with the key of its product_id",
          actual: `The other product's key, answered ${found.status}`,
          exchange: found.id
        })
      const missing = entities.filter((entity) => !isFetched(partner, entity))
      const [unfetched] = missing
      if (unfetched === undefined) return pass
      return partner.refusalOf(unfetched) !== undefined
        ? noCall(partner, unfetched)
        : notObserved(
            `No entity is fetched with the other product's key, but ${missing.length} of ${entities.length} aren't fetched in time.`
          )
    })
}

const looksSecret = (query: string): boolean =>
  /(?:^|[&=])(?:[a-z_]*key|token)=|product_(?:live|sandbox)_/i.test(query)

/** Addresses are logged everywhere on their way. */
const noKeyInAddress: PartnerCheck = {
  id: "CALLBACK-4.1-10",
  level: "MUST",
  requirement: "R-5-1",
  title: "The key is sent in the header X-API-Key, never in the address.",
  hint: "Send the header X-API-Key. Query strings are written to logs on their way.",
  modes,
  independent: true,
  appliesTo: ifFetches,
  run: (partner) =>
    Effect.gen(function* () {
      const entity = partner.entity("employer")
      yield* partner.deliver(partner.webhook(entity, "employer_settings_changed"))
      if (!(yield* partner.until(() => partner.callbacks(entity).length > 0))) return noCall(partner, entity)
      const [first] = partner.callbacks(entity)
      if (first === undefined || !looksSecret(first.query)) return pass
      return fail({
        cause: "The key is sent in the address of a call.",
        expected: "The header X-API-Key",
        actual: "A key in the query.",
        exchange: first.id
      })
    })
}

export const keys: ReadonlyArray<PartnerCheck> = [keepsKey, readsHost, keepsKeysApart, noKeyInAddress]
