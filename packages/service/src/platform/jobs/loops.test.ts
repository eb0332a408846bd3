import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as TestClock from "effect/testing/TestClock"
import { A_MINUTE, Loops, troublesOf } from "./loops.ts"
import { supervised } from "./supervised.ts"

/** Runs a loop beside a test, which asks what is wrong with it. */
const watching = Effect.fnUntraced(function* (
  effect: Effect.Effect<unknown, unknown>,
  options?: Parameters<typeof supervised>[2]
) {
  const loops: (typeof Loops)["Service"] = new Map()
  const loop = yield* Effect.forkChild(supervised("The loop", effect, options), {
    startImmediately: true
  }).pipe(Effect.provideService(Loops, loops))
  const troubles = Effect.map(Clock.monotonicTimeNanos, (now) => troublesOf(loops, Number(now / 1_000_000n)))
  return { loop, loops, troubles }
})

const silent = Effect.provide(Logger.layer([]))

describe("what is wrong with the loops of a process", () => {
  it.effect("one that fails again and again is in trouble, and after its next turn no more", () =>
    Effect.gen(function* () {
      let fails = true
      const turn = Effect.andThen(
        Effect.sleep("1 second"),
        Effect.suspend(() => (fails ? Effect.fail("no") : Effect.void))
      )
      const { loop, troubles } = yield* watching(turn)
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(yield* troubles, [])
      yield* TestClock.adjust("20 seconds")
      assert.match((yield* troubles).join(), /^The loop has failed \d+ times in a row\.$/)
      fails = false
      yield* TestClock.adjust("20 seconds")
      assert.deepStrictEqual(yield* troubles, [])
      yield* Fiber.interrupt(loop)
    }).pipe(silent)
  )

  it.effect("one that failed long ago, and only waits since, is in none", () =>
    Effect.gen(function* () {
      let turns = 0
      const turn = Effect.suspend(() => ((turns += 1) <= 4 ? Effect.fail("no") : Effect.never))
      const { loop, troubles } = yield* watching(turn)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* troubles).length, 1)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* troubles, [])
      yield* Fiber.interrupt(loop)
    }).pipe(silent)
  )

  it.effect("one whose turn never ends is in trouble, if a turn of it has an end", () =>
    Effect.gen(function* () {
      const { loop, loops, troubles } = yield* watching(Effect.never, { turnsWithin: A_MINUTE })
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* troubles, [])
      yield* TestClock.adjust("15 seconds")
      assert.deepStrictEqual(yield* troubles, ["The loop has finished nothing for 75 s."])
      yield* Fiber.interrupt(loop)
      assert.strictEqual(loops.size, 0, "a loop that has ended is forgotten")
    })
  )
})
