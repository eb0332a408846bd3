import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import { FundClient } from "../../src/funds/client/FundClient.ts"
import { FundCredentials } from "../../src/funds/FundCredentials.ts"
import { FundDirectory } from "../../src/funds/FundDirectory.ts"
import { FundLinks } from "../../src/funds/FundLinks.ts"
import { FundProfiles } from "../../src/funds/FundProfiles.ts"
import { Jobs } from "../../src/platform/jobs/Jobs.ts"
import { aFundProfile, aMySuper, type ProfileChange } from "../../../rules/test/aFundProfile.ts"
import { TestDatabase } from "../TestDatabase.ts"
import { TestVault } from "../TestVault.ts"
import { devSettings, TEST_LOOKUP } from "../TestSettings.ts"

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

/**
 * Makes lookups on a clock of their own, so that they don't depend on the machine's speed: their time is over when
 * `isOver` ends, by default never, and shorter waits take no time. `onWait` is run for each of these.
 */
export const lookupTime =
  <R1 = never, R2 = never>(
    isOver: Effect.Effect<void, never, R1> = Effect.never,
    onWait: (wait: Duration.Duration) => Effect.Effect<void, never, R2> = () => Effect.void
  ) =>
  <A, E, R>(lookup: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | R1 | R2> =>
    Effect.gen(function* () {
      const context = yield* Effect.context<R1 | R2>()
      const clock = yield* Clock.Clock
      let millis = clock.currentTimeMillisUnsafe()
      const nanos = () => BigInt(Math.round(millis)) * 1_000_000n
      const wait = (duration: Duration.Duration): Effect.Effect<void, never, R1 | R2> =>
        Effect.andThen(
          onWait(duration),
          Effect.sync(() => void (millis += Duration.toMillis(duration)))
        )
      return yield* Effect.provideService(lookup, Clock.Clock, {
        currentTimeMillisUnsafe: () => millis,
        currentTimeMillis: Effect.sync(() => millis),
        currentTimeNanosUnsafe: nanos,
        currentTimeNanos: Effect.sync(nanos),
        monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
        monotonicTimeNanos: clock.monotonicTimeNanos,
        sleep: (duration) => {
          const slept: Effect.Effect<void, never, R1 | R2> = Duration.equals(duration, TEST_LOOKUP)
            ? isOver
            : wait(duration)
          return Effect.provideContext(slept, context)
        }
      })
    })
