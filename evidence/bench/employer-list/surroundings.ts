/** What the measurements of lists share: a fund with a list, the services on its database, a stopwatch. */
import * as Effect from "effect/Effect"
import { FundProfiles, ListLookup, SftpAccounts } from "@embedded-super/service/funds"
import { aFundProfile, aMySuper } from "@embedded-super/rules/testing"
import * as Layer from "effect/Layer"
import { BusinessClock, Database, DatabaseUrl, Jobs } from "@embedded-super/service/platform"
import { devSettings, TestVault } from "@embedded-super/service/testing/stand-ins"

/** A fund that supplies a hashed list. */
export const aFund = Effect.fnUntraced(function* (slug: string, usi: string) {
  const product = aMySuper(usi)
  const list = { format: "hashed", complete_when: "renamed" }
  const profile = aFundProfile({
    fund: { slug, name: slug, abn: "60905115063" },
    products: [product],
    default_activate_usi: usi,
    operations: { member_registration: undefined, employer_lookup: { source: "list", list } }
  })
  return (yield* (yield* FundProfiles).load(profile)).fund
})

export type Fund = Effect.Success<ReturnType<typeof aFund>>

/** The services that provision and look up, as in production, on a database. */
export const servicesOn = (url: DatabaseUrl["Service"]) =>
  Layer.mergeAll(ListLookup.layer, SftpAccounts.layer, FundProfiles.layer).pipe(
    Layer.provideMerge(Jobs.layer),
    Layer.provideMerge(TestVault.layer),
    Layer.provideMerge(BusinessClock.layer),
    Layer.provideMerge(Database.layer),
    Layer.provideMerge(Layer.succeed(DatabaseUrl, url)),
    Layer.provideMerge(devSettings)
  )

/** Runs an effect, and returns its seconds beside its result. */
export const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const began = performance.now()
    const value = yield* effect
    return { value, took: (performance.now() - began) / 1000 }
  })
