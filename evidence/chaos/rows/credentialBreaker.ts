import type { Abn } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { FundCredentials, LiveLookup } from "@embedded-super/service/funds"
import { aProduct, passTime } from "@embedded-super/service/testing/stand-ins"
import { atMost, exactly, noted, type Row, type Size } from "../Row.ts"
import { judgeRegistrations } from "../registration/judgeRegistrations.ts"
import { untilSettled } from "../registration/ledger.ts"
import { registrationScene } from "../registration/scene.ts"
import { startWorker } from "../world/programsOf.ts"
import { until } from "../world/World.ts"

const sizes: Readonly<Record<Size, number>> = { short: 60, usual: 1000, long: 5000 }

const MINUTES = 10
/** The operator gives a wrong key in this minute, and the right one in the last. */
const WRONG_AT = 5

/**
 * A process registers 32 people at one fund at a time, at most: as many may be in flight when the first 401 arrives.
 */
const ON_THEIR_WAY = 32

/** Row 15: a fund that refuses the credentials isn't called until they are changed; then one call probes them. */
export const credentialBreaker: Row = {
  number: 15,
  title: "credential breaker",
  run: Effect.fnUntraced(function* (context) {
    const { say, size, world } = context
    const scene = yield* registrationScene(context, "credentials", 5)
    const { cell, run } = scene
    const bank = yield* scene.withFund("honoured")
    const { fund, stored } = bank
    /** The calls in the fund's own log. */
    const calls = (path: string, status?: number) =>
      Effect.sync(
        () =>
          fund
            .printed()
            .split("\n")
            .filter((line) => line.includes(`"path":"${path}"`))
            .filter((line) => status === undefined || line.includes(`"status":${status}`)).length
      )
    const registrations = calls("/v1/member_registration")
    const refused = calls("/v1/member_registration", 401)
    const count = sizes[size]
    const right = "r".repeat(43)
    const wrong = "w".repeat(43)
    scene.keys.push(right, wrong)
    const settled = untilSettled(run, (left) => say(`${left} left`))
    const change = (key: string) =>
      run(
        Effect.orDie(
          Effect.flatMap(FundCredentials, (credentials) =>
            credentials.replace(stored.slug, Redacted.make(key))
          )
        )
      )
    const productId = yield* run(aProduct())
    const look = run(
      Effect.flatMap(LiveLookup, (lookup) => lookup.ask(productId, stored, "80000000001" as Abn)).pipe(
        Effect.catchTag("NotAsked", () => Effect.succeedNone),
        Effect.map(Option.isSome),
        Effect.provide(LiveLookup.layer)
      )
    )

    const seen = yield* Effect.scoped(
      Effect.gen(function* () {
        const worker = yield* startWorker(cell, world, { looksOften: true })
        scene.printed.push(worker.printed)
        yield* worker.ready
        yield* bank.request(count / 4)
        yield* settled
        // t0: the fund takes another key.
        yield* fund.takeKey(right)
        yield* bank.request((count * 3) / 4)
        yield* until(
          "the first 401",
          Effect.map(refused, (sum) => sum > 0)
        )
        yield* settled
        const atOnce = yield* refused
        const before = yield* registrations
        const lookups = yield* calls("/v1/employer_lookup")
        let found = 0
        let afterWrong = 0
        for (let minute = 1; minute < MINUTES; minute += 1) {
          yield* run(passTime("1 minute"))
          if (yield* look) found += 1
          if (minute === WRONG_AT) {
            yield* change(wrong)
            yield* until(
              "the wrong key is tried",
              Effect.map(registrations, (sum) => sum > before)
            )
            yield* settled
            afterWrong = (yield* registrations) - before
          }
          // Long enough for several polls of the worker.
          yield* Effect.sleep("1 second")
          if (minute % 3 === 0) yield* say(`minute ${minute} of ${MINUTES}`)
        }
        const between = (yield* registrations) - before
        const whileHeld = (yield* calls("/v1/employer_lookup")) - lookups
        yield* run(passTime("1 minute"))
        yield* change(right)
        yield* settled
        return { atOnce, between, afterWrong, whileHeld, found, all: yield* registrations }
      })
    )
    const both = yield* bank.bothSides
    yield* scene.leave
    return {
      runs: `${count} registrations, ${MINUTES} minutes of 401, two new versions of the credentials`,
      figures: [
        atMost("calls on their way when the first 401 came back", seen.atOnce, ON_THEIR_WAY),
        exactly("calls in the ten minutes, but those of new credentials", seen.between - seen.afterWrong, 0),
        exactly("calls for a new version that is wrong", seen.afterWrong, 1),
        exactly("lookups in the ten minutes", seen.whileHeld + seen.found, 0),
        noted("calls in all", seen.all),
        ...judgeRegistrations(both, { allRegistered: true })
      ],
      notes: []
    }
  })
}
