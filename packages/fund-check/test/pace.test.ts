import { assert, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { makePace, type PaceLimits } from "../src/caller/pace.ts"

/** When each of so many calls begins, in milliseconds of the test's clock. */
const begins = (limits: PaceLimits, calls: number) =>
  Effect.gen(function* () {
    const paced = makePace(limits)
    const times: Array<number> = []
    const call = paced(Effect.map(Clock.currentTimeMillis, (now) => void times.push(now)))
    const running = yield* Effect.forkChild(
      Effect.all(
        Array.from({ length: calls }, () => call),
        { concurrency: "unbounded" }
      )
    )
    yield* TestClock.adjust("5 minutes")
    yield* Fiber.join(running)
    return times
  })

it.effect("calls of a minute are at most the fund's limit, and the first ones don't wait", () =>
  Effect.gen(function* () {
    const times = yield* begins({ perMinute: 3, atOnce: 10, apart: 0 }, 7)
    assert.deepStrictEqual(times, [0, 0, 0, 60_000, 60_000, 60_000, 120_000])
  })
)

it.effect("a probe makes one call a second", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* begins({ perMinute: 60, atOnce: 1, apart: 1000 }, 3), [0, 1000, 2000])
  })
)

it.effect("without limits no call waits", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* begins({ perMinute: undefined, atOnce: 2, apart: 0 }, 3), [0, 0, 0])
  })
)
