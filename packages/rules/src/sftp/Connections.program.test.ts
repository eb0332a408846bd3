import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { execFile } from "node:child_process"
import process from "node:process"
import { Socket } from "node:net"
import { Connections } from "./Connections.ts"
import { SftpLimits } from "./SftpSettings.ts"

/**
 * A program that throws an error with this stack in a timer, under `catchLibraryErrors`, and then prints that the process
 * continues.
 */
const program = (stack: string) => `
  import * as Effect from "effect/Effect"
  import { catchLibraryErrors } from ${JSON.stringify(new URL("Connections.ts", import.meta.url).href)}
  const error = Object.assign(new Error("thrown"), { stack: ${JSON.stringify(stack)} })
  setTimeout(() => { throw error }, 1)
  Effect.runPromise(Effect.scoped(Effect.andThen(
    catchLibraryErrors((caught) => console.log("caught", caught.message)),
    Effect.sleep("50 millis")
  ))).then(() => console.log("goes on"))
`

const ran = (stack: string) =>
  Effect.callback<{ readonly code: number; readonly stdout: string; readonly stderr: string }>((resume) => {
    const options = { cwd: import.meta.dirname }
    execFile(
      process.execPath,
      ["--input-type=module", "-e", program(stack)],
      options,
      (error, stdout, stderr) =>
        resume(Effect.succeed({ code: error === null ? 0 : Number(error.code), stdout, stderr }))
    )
  })

it.effect("an error that the SFTP library throws in a timer of its own doesn't end the process", () =>
  Effect.gen(function* () {
    const { code, stdout } = yield* ran(
      "Error: thrown\n    at Timer (/srv/node_modules/ssh2/lib/server.js:1:1)"
    )
    assert.deepStrictEqual([code, stdout], [0, "caught thrown\ngoes on\n"])
  })
)

it.effect("every other uncaught error ends the process as before, and is shown", () =>
  Effect.gen(function* () {
    const { code, stderr, stdout } = yield* ran("Error: thrown\n    at Timer (/srv/src/other.ts:1:1)")
    assert.deepStrictEqual([code, stdout], [1, ""])
    assert.include(stderr, "/srv/src/other.ts")
  })
)

it.effect("an error that a handler of a connection's events throws ends that connection alone", () =>
  Effect.gen(function* () {
    const caught: Array<unknown> = []
    const socket = new Socket()
    new Connections(yield* SftpLimits, (error) => void caught.push(error)).receive(socket)
    const thrown = new Error("of a handler")
    socket.on("data", () => {
      throw thrown
    })
    assert.isFalse(socket.emit("data", Buffer.of()))
    assert.deepStrictEqual([caught, socket.destroyed], [[thrown], true])
  })
)

it.effect("a client that sends and lets more than 4 MiB of answers wait is disconnected", () =>
  Effect.gen(function* () {
    const connections = new Connections(yield* SftpLimits, () => {})
    const ended = [4, 5].map((mebibytes) => {
      const socket = new Socket()
      Object.defineProperty(socket, "writableLength", { value: mebibytes * 1024 * 1024 })
      connections.receive(socket)
      socket.emit("data", Buffer.of())
      return socket.destroyed
    })
    assert.deepStrictEqual(ended, [false, true])
  })
)
