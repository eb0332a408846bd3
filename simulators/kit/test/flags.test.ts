import { assert, describe, it } from "@effect/vitest"
import { NodeServices } from "@effect/platform-node"
import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import * as TestConsole from "effect/testing/TestConsole"
import { portFlag } from "@embedded-super/program/runMain"
import { otherFlags, otherOf } from "../src/cli/otherFlags.ts"

const faults = [{ name: "no-signature-check" }, { name: "answers-late" }]
const variants = [{ name: "answers-200" }]

/** Runs a command with the flags, and returns what it was given to play, or the sentence of its refusal. */
const played = Effect.fnUntraced(function* (args: ReadonlyArray<string>, held = faults) {
  let other: unknown
  const command = Command.make(
    "fund-sim",
    otherFlags("fund", { fault: "no-signature-check", variant: "answers-200" }),
    (flags) =>
      Effect.map(
        otherOf(flags, { faults: async () => held, variants: async () => variants }),
        (found) => (other = found)
      )
  )
  const refusal = yield* Command.runWith(command, { version: "1" })(args).pipe(
    Effect.as(undefined),
    Effect.catchTag("CannotStart", ({ sentence }) => Effect.succeed(sentence)),
    Effect.provide(NodeServices.layer)
  )
  return refusal ?? other
})

describe("the flags of a simulator that differs", () => {
  it.effect.each([
    { args: [], want: {} },
    { args: ["--fault", "answers-late"], want: { fault: faults[1] } },
    { args: ["--flaw", "answers-late"], want: { fault: faults[1] } },
    { args: ["--variant", "answers-200"], want: { variant: variants[0] } },
    {
      args: ["--flaw", "banana"],
      want: "There is no fault banana. Name one of these with --fault: no-signature-check, answers-late."
    },
    {
      args: ["--variant", "banana"],
      want: "There is no variant banana. Name one of these with --variant: answers-200."
    }
  ])("$args", ({ args, want }) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* played(args), want)
    })
  )

  it.effect("a package without them says so", () =>
    Effect.gen(function* () {
      const sentence = yield* played(["--fault", "banana"], [])
      assert.strictEqual(sentence, "--fault is for the repository: this package holds none.")
    })
  )

  it.effect("help names --fault, and not its old name", () =>
    Effect.gen(function* () {
      yield* played(["--help"])
      const text = (yield* TestConsole.logLines).join("\n")
      assert.include(text, "--fault string")
      assert.notInclude(text, "flaw")
    })
  )
})

/** The port that a command reads, or how it refuses it. */
const read = Effect.fnUntraced(function* (text: string) {
  let port: number | undefined
  const command = Command.make("serve", { port: portFlag("port") }, (flags) =>
    Effect.sync(() => {
      port = flags.port
    })
  )
  const refusal = yield* Command.runWith(command, { version: "1" })(["--port", text]).pipe(
    Effect.as(""),
    Effect.catch((error) =>
      Effect.succeed("errors" in error ? String(error.errors[0]?.message) : error.message)
    ),
    Effect.provide(NodeServices.layer)
  )
  return port ?? refusal
})

const NO_PORT = "Expected a port, a whole number from 0 to 65535"

it.effect("a port is a whole number from 0 to 65535, and anything else is refused in a sentence", () =>
  Effect.gen(function* () {
    for (const port of ["0", "4000", "65535"]) assert.strictEqual(yield* read(port), Number(port))
    for (const text of ["banana", "65536", "-1", "4000.5", "0x10", "4 000"])
      assert.strictEqual(yield* read(text), `Invalid value for flag --port: "${text}". ${NO_PORT}`)
  })
)
