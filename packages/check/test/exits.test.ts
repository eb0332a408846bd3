/** The exit codes of the kits, and what is printed with them. */
import { assert, describe, it } from "@effect/vitest"
import { asMain, exitCode } from "@embedded-super/program/runMain"
import * as Effect from "effect/Effect"
import { TestConsole } from "effect/testing"
import { CannotRun, concluded, exitCodes } from "../src/cli/CannotRun.ts"
import { reported } from "../src/cli/runProgram.ts"

const SENTENCE = "Start the fund first."

const cannot = (reason: "usage" | "unreachable") => Effect.fail(new CannotRun({ reason, sentence: SENTENCE }))

describe("the exit code of a kit", () => {
  // The report has said why a run doesn't conform: nothing more is printed.
  it.effect.each([
    ["that conforms", 0, concluded({ verdict: "conforms" }), []],
    ["that doesn't conform", 1, concluded({ verdict: "does_not_conform" }), []],
    ["that is incomplete", 1, concluded({ verdict: "incomplete" }), []],
    ["with a mistake of the caller", 2, cannot("usage"), [SENTENCE]],
    ["of a subject that can't be reached", 3, cannot("unreachable"), [SENTENCE]]
  ] as const)("of a run %s is %d", ([, code, program, printed]) =>
    Effect.gen(function* () {
      assert.strictEqual(exitCode(yield* Effect.exit(reported(program))), code)
      assert.deepStrictEqual(yield* TestConsole.errorLines, [...printed])
    })
  )

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
      assert.strictEqual(exitCode(yield* Effect.exit(asMain(reported(run)))), 70)
      const printed = yield* TestConsole.errorLines
      assert.lengthOf(printed, 1)
      assert.match(
        String(printed[0]),
        /^This is a mistake in the program, .*report it\.\nTypeError: no such field/
      )
    })
  )
})
