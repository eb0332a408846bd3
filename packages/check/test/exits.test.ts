import { assert, describe, it } from "@effect/vitest"
import { asMain, exitCode } from "@embedded-super/program/runMain"
import * as Effect from "effect/Effect"
import { TestConsole } from "effect/testing"
import { CannotRun, concluded, exitCodes } from "../src/cli/CannotRun.ts"
import { reported } from "../src/cli/runProgram.ts"

const codeOf = <E>(program: Effect.Effect<void, E>) => Effect.map(Effect.exit(program), exitCode)

describe("the exit code of a kit", () => {
  for (const [verdict, code] of [
    ["conforms", 0],
    ["does_not_conform", 1],
    ["incomplete", 1]
  ] as const) {
    it.effect(`is ${code} for a run that ${verdict}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* codeOf(concluded({ verdict })), code)
      })
    )
  }

  for (const [reason, code] of [
    ["usage", 2],
    ["unreachable", 3]
  ] as const) {
    it.effect(`is ${code} for ${reason}, with one sentence`, () =>
      Effect.gen(function* () {
        const program = reported(Effect.fail(new CannotRun({ reason, sentence: "Start the fund first." })))
        assert.strictEqual(yield* codeOf(program), code)
        assert.deepStrictEqual(yield* TestConsole.errorLines, ["Start the fund first."])
      })
    )
  }

  it.effect("of a run that is interrupted is 130, not that of one that conforms", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(Effect.interrupt)
      assert.strictEqual(exitCode(exit, exitCodes.interrupted), 130)
      assert.strictEqual(exitCode(exit), 0)
    })
  )

  it.effect("of a run with a mistake of the kit is 70, and the mistake is printed", () =>
    Effect.gen(function* () {
      const run = Effect.andThen(
        Effect.die(new TypeError("no such field")),
        concluded({ verdict: "conforms" })
      )
      assert.strictEqual(yield* codeOf(asMain(reported(run))), 70)
      const [printed, ...more] = yield* TestConsole.errorLines
      assert.match(
        String(printed),
        /^This is a mistake in the program, .*report it\.\nTypeError: no such field/
      )
      assert.deepStrictEqual(more, [])
    })
  )

  it.effect("prints nothing more for a run that doesn't conform: its report said it", () =>
    Effect.gen(function* () {
      yield* codeOf(reported(concluded({ verdict: "does_not_conform" })))
      assert.deepStrictEqual(yield* TestConsole.errorLines, [])
    })
  )
})
