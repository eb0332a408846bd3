import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import { rateLimited } from "@embedded-super/rules/calls/judgeAnswer"
import { logGateChange } from "./FundGates.ts"
import { enter, freshGate, type Gate, leave } from "./gateRules.ts"

const NOW = Date.UTC(2026, 10, 21)
const proven: Gate = { ...freshGate(NOW), proven: 1 }

/** The log lines of a change of the gate, each with its level. */
const linesOf = (before: Gate, after: Gate, outcome: Parameters<typeof logGateChange>[4]) =>
  Effect.gen(function* () {
    const lines: Array<readonly [string, string]> = []
    const logger = Logger.make<unknown, void>(
      ({ logLevel, message }) => void lines.push([logLevel, String(message)])
    )
    yield* logGateChange({ slug: "banksia" as never }, before, after, NOW, outcome).pipe(
      Effect.provide(Logger.layer([logger])),
      Effect.provideService(References.MinimumLogLevel, "Debug")
    )
    return lines
  })

const held = (header: string) => {
  const outcome = rateLimited(header, NOW)
  return linesOf(proven, leave(proven, outcome, { now: NOW, version: 1 }), outcome)
}

describe("what is logged of a fund's gate", () => {
  it.effect("a hold, with the value that the fund sent: louder above an hour, an error above five days", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* held("30"), [
        [
          "Info",
          "Calls to the fund are suspended until 2026-11-21T00:00:30.000Z: it answered 429. The fund answered 429 with Retry-After: 30."
        ]
      ])
      const [[level = "", line = ""] = []] = yield* held("7200")
      assert.strictEqual(level, "Warn")
      assert.include(line, "Retry-After: 7200. `admin fund lift` ends this earlier.")
      const [[loudest = "", slip = ""] = []] = yield* held("1795219205")
      assert.strictEqual(loudest, "Error")
      assert.include(slip, "Retry-After: 1795219205.")
      const [[, beyond = ""] = []] = yield* held("999999999999999")
      assert.include(beyond, "until the year 9999 and beyond")
    })
  )

  it.effect("the breaker that opens and closes, and credentials that are accepted for the first time", () =>
    Effect.gen(function* () {
      const failure = { kind: "not_sent", words: "Nothing listens at the fund's address." } as const
      const open = leave(proven, failure, { now: NOW, version: 1 })
      assert.include((yield* linesOf(proven, open, failure))[0]?.[1], "it can't be reached. Nothing listens")
      const accepted = { kind: "accepted", answer: {} } as const
      const probe = enter(open, { now: NOW + 1000, underWay: 0, version: 1 }).gate
      const closed = leave(probe, accepted, { now: NOW + 1000, version: 1, probes: true })
      assert.deepStrictEqual(yield* linesOf(probe, closed, accepted), [
        ["Info", "Calls to the fund resume: it answers again"]
      ])
      const known = leave(closed, accepted, { now: NOW, version: 2 })
      assert.deepStrictEqual(yield* linesOf(closed, known, accepted), [
        ["Info", "The fund accepts its credentials, version 2"]
      ])
      assert.deepStrictEqual(
        yield* linesOf(known, leave(known, accepted, { now: NOW, version: 2 }), accepted),
        []
      )
    })
  )
})
