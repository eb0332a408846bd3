import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Terminal from "effect/Terminal"
import { asking, type Question } from "../src/cli/asking.ts"

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
