import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { type Outcome, fail, notObserved, pass } from "../src/check/Check.ts"
import { forEachDrawn } from "../src/run/forEachDrawn.ts"

const dev = { seed: 7, mode: "dev" } as const
const certify = { seed: 7, mode: "certify" } as const

const tooLong = (length: number): Outcome =>
  fail({ cause: "A long name is refused.", expected: "200", actual: `400 for ${length} letters` })

describe("drawn cases", () => {
  it.effect("pass if each one does, and are the same for the same seed", () =>
    Effect.gen(function* () {
      const drawn = (seed: number) =>
        Effect.gen(function* () {
          const values: Array<number> = []
          const outcome = yield* forEachDrawn(
            { seed, mode: "dev" },
            fc.nat(),
            (value) => Effect.sync(() => (values.push(value), pass)),
            { cases: 12 }
          )
          assert.strictEqual(outcome.verdict, "pass")
          return values
        })
      const values = yield* drawn(7)
      assert.lengthOf(values, 12)
      assert.deepStrictEqual(yield* drawn(7), values)
      assert.notDeepEqual(yield* drawn(8), values)
    })
  )

  it.effect("are reduced to the smallest failing one", () =>
    Effect.gen(function* () {
      const outcome = yield* forEachDrawn(
        dev,
        fc.string({ minLength: 1, maxLength: 60, size: "max" }),
        (name) => Effect.succeed(name.length > 20 ? tooLong(name.length) : pass),
        { cases: 100 }
      )
      assert.deepStrictEqual(outcome, tooLong(21))
    })
  )

  it.effect("are reduced to a failure of the same root alone", () =>
    Effect.gen(function* () {
      const outcome = yield* forEachDrawn(
        dev,
        fc.integer({ min: 0, max: 1_000 }),
        (value) =>
          Effect.succeed<Outcome>(
            value >= 500
              ? fail({ cause: `${value}`, root: "large", expected: "a", actual: "b" })
              : fail({ cause: `${value}`, root: "small", expected: "a", actual: "b" })
          ),
        { first: [900] }
      )
      assert.deepInclude(outcome, { root: "large", cause: "500" })
    })
  )

  it.effect("are not reduced in a certifying run", () =>
    Effect.gen(function* () {
      const tried: Array<number> = []
      const outcome = yield* forEachDrawn(
        certify,
        fc.integer({ min: 0, max: 1_000 }),
        (value) => Effect.sync(() => (tried.push(value), value >= 500 ? tooLong(value) : pass)),
        { first: [3, 900] }
      )
      assert.deepStrictEqual(tried, [3, 900])
      assert.deepStrictEqual(outcome, tooLong(900))
    })
  )

  it.effect("are reduced with at most 60 more calls", () =>
    Effect.gen(function* () {
      let calls = 0
      yield* forEachDrawn(dev, fc.array(fc.nat(), { minLength: 50, maxLength: 100 }), (values) =>
        Effect.sync(() => (calls++, tooLong(values.length)))
      )
      assert.isAtLeast(calls, 2)
      assert.isAtMost(calls, 61)
    })
  )

  it.effect("are reduced for at most 20 seconds", () =>
    Effect.gen(function* () {
      let calls = 0
      const outcome = yield* forEachDrawn(
        dev,
        fc.integer({ min: 0, max: 1_000 }),
        (value) =>
          Effect.gen(function* () {
            calls += 1
            // Each call takes four seconds, and all of them fail.
            yield* TestClock.adjust("4 seconds")
            return tooLong(value)
          }),
        { first: [900] }
      )
      assert.strictEqual(outcome.verdict, "fail")
      assert.isAtMost(calls, 6)
    })
  )

  it.effect("end with the first that can't be judged", () =>
    Effect.gen(function* () {
      let calls = 0
      const outcome = yield* forEachDrawn(dev, fc.nat(), () =>
        Effect.sync(() => (calls++, notObserved("The fund is down.")))
      )
      assert.deepStrictEqual(outcome, notObserved("The fund is down."))
      assert.strictEqual(calls, 1)
    })
  )

  it.effect("pass a defect on as one, and end with it", () =>
    Effect.gen(function* () {
      let calls = 0
      const exit = yield* Effect.exit(
        forEachDrawn(dev, fc.nat(), () =>
          Effect.sync(() => {
            calls += 1
            throw new TypeError("broken")
          })
        )
      )
      assert.isTrue(Exit.isFailure(exit))
      assert.strictEqual(calls, 1)
    })
  )

  it.effect("end when the check is interrupted", () =>
    Effect.gen(function* () {
      let calls = 0
      const running = yield* Effect.forkChild(
        forEachDrawn(dev, fc.nat(), () =>
          Effect.suspend(() => {
            calls += 1
            return Effect.never
          })
        )
      )
      yield* Effect.promise(() => new Promise(setImmediate))
      yield* Fiber.interrupt(running)
      assert.strictEqual(calls, 1)
    })
  )
})
