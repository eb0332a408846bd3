import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import { FundClient } from "../../src/funds/client/FundClient.ts"
import { FundCredentials } from "../../src/funds/FundCredentials.ts"
import { FundDirectory } from "../../src/funds/FundDirectory.ts"
import { FundLinks } from "../../src/funds/FundLinks.ts"
import { FundProfiles } from "../../src/funds/FundProfiles.ts"
import { Jobs } from "../../src/platform/jobs/Jobs.ts"
import { aFundProfile, aMySuper, type ProfileChange } from "../../../rules/test/aFundProfile.ts"
import { TestDatabase } from "../TestDatabase.ts"
import { TestVault } from "../TestSettings.ts"
import { devSettings } from "../webhooks/devSettings.ts"

/** Everything about funds, in development, on its own database. */
export const TestFundCalls = {
  layer: Layer.mergeAll(FundClient.layer, FundProfiles.layer, FundLinks.layer, FundDirectory.layer).pipe(
    Layer.provideMerge(FundCredentials.layer),
    Layer.provideMerge(Layer.mergeAll(TestVault.layer, Jobs.layer)),
    Layer.provideMerge(TestDatabase.layer),
    Layer.provideMerge(devSettings),
    Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "Warn"))
  )
}

export const KEY = "Zm9yLXRlc3RzLW9ubHktYS1rZXktb2YtYS1mdW5k"

let made = 0

/** Loads a new fund that registers members at this address, with credentials. */
export const aFund = Effect.fnUntraced(function* (url: string, change: ProfileChange = {}, secret = KEY) {
  made += 1
  const usi = `FND${String(made).padStart(4, "0")}AU`
  const slug = `fund-${made}`
  const profile = aFundProfile({
    fund: { slug, name: `Fund ${made}`, abn: "60905115063" },
    products: [aMySuper(usi)],
    operations: { member_registration: { url, usi } },
    ...change
  })
  const { fund } = yield* (yield* FundProfiles).load(profile)
  yield* (yield* FundCredentials).replace(fund.slug, Redacted.make(secret))
  return fund
})

/** The version of the credentials that a call to the fund would use now. */
export const credentialsOf = (fund: { readonly id: Parameters<FundCredentials["Service"]["current"]>[0] }) =>
  Effect.flatMap(FundCredentials, (credentials) => credentials.current(fund.id)).pipe(
    Effect.map((found) => Option.getOrNull(Option.map(found, ({ version }) => version)))
  )
