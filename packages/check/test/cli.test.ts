import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Terminal from "effect/Terminal"
import { asMain, exitCode } from "@embedded-super/program/runMain"
import { TestConsole } from "effect/testing"
import { asking, type Question } from "../src/cli/asking.ts"
import { CannotRun, concluded, exitCodes } from "../src/cli/CannotRun.ts"
import { reported } from "../src/cli/runProgram.ts"
import { fail, notApplicable, notObserved, type Outcome, pass } from "../src/check/Check.ts"
import { runKit } from "../src/run/runKit.ts"
import { aGroup, aKit, aRun, ending } from "./aKit.ts"

const keyOf = (letter: string): Terminal.UserInput => ({
  input: Option.some(letter),
  key: { name: letter === "\r" ? "return" : letter, ctrl: false, meta: false, shift: false }
})

/** A terminal at which these keys are pressed. */
const typing = (keys: string) =>
  Effect.gen(function* () {
    const input = yield* Queue.make<Terminal.UserInput>()
    yield* Queue.offerAll(input, [...keys].map(keyOf))
    let shown = ""
    const terminal = Terminal.make({
      columns: Effect.succeed(80),
      rows: Effect.succeed(24),
      size: Effect.never,
      readInput: Effect.succeed(Queue.asDequeue(input)),
      readLine: Effect.never,
      display: (text) => Effect.sync(() => void (shown += text))
    })
    return { terminal, shown: () => shown }
  })

const name: Question = {
  message: "What is it called?",
  byDefault: "My Fund",
  mistakeIn: (text) => (text === "x" ? "Give a longer name." : undefined)
}

const answered = (keys: string, flag: Option.Option<string> = Option.none(), isTerminal = true) =>
  Effect.gen(function* () {
    const { shown, terminal } = yield* typing(keys)
    const { text } = asking({ yes: false }, isTerminal)
    const answer = yield* Effect.provideService(text(flag, name), Terminal.Terminal, terminal)
    return { answer, shown: shown() }
  }).pipe(Effect.provide(NodeServices.layer))

describe("a question of init", () => {
  it.live("is answered by what is typed, not by the default with it", () =>
    Effect.gen(function* () {
      const { answer, shown } = yield* answered("Banksia\r")
      assert.strictEqual(answer, "Banksia")
      assert.include(shown, "What is it called? (My Fund)")
    })
  )

  it.live("is answered by the default, if nothing is typed", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* answered("\r")).answer, "My Fund")
    })
  )

  it.live("is asked again after a mistake, which is named", () =>
    Effect.gen(function* () {
      const { answer, shown } = yield* answered("x\ry\r")
      assert.strictEqual(answer, "xy")
      assert.include(shown, "Give a longer name.")
    })
  )

  it.live("isn't asked if a flag says it, or without a terminal", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* answered("", Option.some(" Wattle ")), { answer: "Wattle", shown: "" })
      assert.deepStrictEqual(yield* answered("", Option.none(), false), { answer: "My Fund", shown: "" })
    })
  )
})

/** The exit codes of the kits, and what is printed with them. */
const SENTENCE = "Start the fund first."

const cannot = (reason: "usage" | "unreachable") => Effect.fail(new CannotRun({ reason, sentence: SENTENCE }))

/** The end of a run whose checks end so, at this level. */
const ended = (outcome: Outcome, level: "MUST" | "SHOULD" = "MUST") =>
  Effect.flatMap(runKit(aRun(aKit(aGroup("AUTH", ending("AUTH-5-1", outcome, { level }))))), concluded)

const wrong = fail({ cause: "No key is needed.", expected: "401", actual: "200" })

describe("the exit code of a kit", () => {
  // The report has said why a run doesn't conform: nothing more is printed.
  it.effect.each([
    ["that conforms", 0, ended(pass), []],
    ["that doesn't conform", 1, ended(wrong), []],
    ["that is incomplete", 1, ended({ verdict: "error", why: "No port was free." }), []],
    ["to which nothing applies", 4, ended(notApplicable("The fund has no lookup.")), []],
    ["in which nothing was observed", 4, ended(notObserved("No list was supplied.")), []],
    ["in which nothing required was judged", 4, ended(wrong, "SHOULD"), []],
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
      const run = Effect.andThen(Effect.die(new TypeError("no such field")), ended(pass))
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
