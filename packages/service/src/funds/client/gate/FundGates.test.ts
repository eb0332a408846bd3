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
    const lines: Array<readonly [string, string, Readonly<Record<string, unknown>>]> = []
    const logger = Logger.make<unknown, void>(({ fiber, logLevel, message }) => {
      const annotations = fiber.getRef(References.CurrentLogAnnotations)
      assert.strictEqual(annotations["fund"], "banksia")
      lines.push([logLevel, String(message), annotations])
    })
    yield* logGateChange({ slug: "banksia" as never }, before, after, NOW, outcome).pipe(
      Effect.provide(Logger.layer([logger])),
      Effect.provideService(References.MinimumLogLevel, "Debug")
    )
    return lines
  })

const nothing = ["", "", {} as Readonly<Record<string, unknown>>] as const

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
          "Calls to a fund are suspended until its next try",
          {
            fund: "banksia",
            reason: "rate_limited",
            until: "2026-11-21T00:00:30.000Z",
            words: "The fund answered 429 with Retry-After: 30."
          }
        ]
      ])
      const [[level, line, { words }] = nothing] = yield* held("7200")
      assert.deepStrictEqual([level, line], ["Warn", "Calls to a fund are suspended"])
      assert.strictEqual(words, "The fund answered 429 with Retry-After: 7200.")
      const [[loudest, longest] = nothing] = yield* held("1795219205")
      assert.deepStrictEqual(
        [loudest, longest],
        ["Error", "Calls to a fund are suspended for more than five days"]
      )
      const [[, , { until }] = nothing] = yield* held("999999999999999")
      assert.strictEqual(until, "the year 9999 and beyond")
    })
  )

  it.effect("the breaker that opens and closes, and credentials that are accepted for the first time", () =>
    Effect.gen(function* () {
      const failure = { kind: "not_sent", words: "Nothing listens at the fund's address." } as const
      const open = leave(proven, failure, { now: NOW, version: 1 })
      const [[level, line, annotations] = nothing] = yield* linesOf(proven, open, failure)
      assert.deepStrictEqual([level, line], ["Warn", "Calls to a fund are suspended"])
      assert.deepInclude(annotations, { reason: "unreachable", words: failure.words })
      const probe = enter(open, { now: NOW + 1000, underWay: 0, version: 1 }).gate
      const still = leave(probe, failure, { now: NOW + 1000, version: 1, probes: true })
      const [[again, quiet] = nothing] = yield* linesOf(probe, still, failure)
      assert.deepStrictEqual([again, quiet], ["Info", "Calls to a fund are suspended until its next try"])
      const accepted = { kind: "accepted", answer: {} } as const
      const closed = leave(probe, accepted, { now: NOW + 1000, version: 1, probes: true })
      assert.deepStrictEqual(yield* linesOf(probe, closed, accepted), [
        ["Info", "Calls to a fund resume: it answers again", { fund: "banksia" }]
      ])
      const known = leave(closed, accepted, { now: NOW, version: 2 })
      assert.deepStrictEqual(yield* linesOf(closed, known, accepted), [
        ["Info", "A fund accepts its credentials", { fund: "banksia", version: 2 }]
      ])
      assert.deepStrictEqual(
        yield* linesOf(known, leave(known, accepted, { now: NOW, version: 2 }), accepted),
        []
      )
    })
  )
})
