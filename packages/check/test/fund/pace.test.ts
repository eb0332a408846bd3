import { assert, it } from "@effect/vitest"
import { type Check, pass } from "../../src/check/Check.ts"
import { makeExchanges } from "../../src/exchange/Exchange.ts"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { runKit } from "../../src/run/runKit.ts"
import { makePace, type PaceLimits } from "../../src/fund/caller/pace.ts"
import { version } from "../../src/version.ts"

/** When each of so many calls begins, in milliseconds of the test's clock. */
const begins = (limits: PaceLimits, calls: number) =>
  Effect.gen(function* () {
    const { paced } = makePace(limits)
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

it.effect("calls are spread evenly over the minute, with a margin, and the first one doesn't wait", () =>
  Effect.gen(function* () {
    const times = yield* begins({ perMinute: 3, atOnce: 10, apart: 0 }, 4)
    assert.deepStrictEqual(times, [0, 22_000, 44_000, 66_000])
  })
)

it.effect("a thousand calls a second are spread as finely as the timer can", () =>
  Effect.gen(function* () {
    const times = yield* begins({ perMinute: 60_000, atOnce: 10, apart: 0 }, 1001)
    assert.strictEqual(times[0], 0)
    // A tenth of a margin, and no more: whole milliseconds would make it two seconds.
    assert.isAtLeast(times[1000]!, 1099)
    assert.isAtMost(times[1000]!, 1102)
  })
)

it.effect("a probe makes one call a second", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(
      yield* begins({ perMinute: undefined, atOnce: 1, apart: 1000 }, 3),
      [0, 1000, 2000]
    )
  })
)

it.effect("without limits no call waits", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* begins({ perMinute: undefined, atOnce: 2, apart: 0 }, 3), [0, 0, 0])
  })
)

it.effect("a fund that allows one call a minute gets its verdict, in whatever time that takes", () =>
  Effect.gen(function* () {
    const { paced } = makePace({ perMinute: 1, atOnce: 5, apart: 0 })
    const calls = Effect.all(
      Array.from({ length: 20 }, () => paced(Effect.void)),
      { concurrency: 5 }
    )
    const check: Check<undefined> = {
      id: "LIMITS-7-9",
      level: "MUST",
      requirement: "R-7-5",
      title: "Twenty calls are made.",
      hint: "Wait.",
      modes: ["dev"],
      run: () => Effect.as(calls, pass)
    }
    const running = yield* Effect.forkChild(
      runKit({
        kit: {
          name: "fund-check",
          version,
          groups: [{ name: "LIMITS", title: "Limits", checks: [check] }]
        },
        worldOf: () => undefined,
        mode: "dev",
        seed: 1,
        subject: { name: "Slow Super" },
        exchanges: makeExchanges()
      })
    )
    yield* TestClock.adjust("25 minutes")
    assert.strictEqual((yield* Fiber.join(running)).verdict, "conforms")
  })
)
