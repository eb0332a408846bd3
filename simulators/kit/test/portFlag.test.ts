import { assert, it } from "@effect/vitest"
import { NodeServices } from "@effect/platform-node"
import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { portFlag } from "@embedded-super/program/runMain"

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
