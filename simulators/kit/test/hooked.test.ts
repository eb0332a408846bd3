import { assert, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Exchange } from "../src/faults/ServerHooks.ts"
import { hooked } from "../src/faults/hooked.ts"

/** The address of a server that answers 200 but for its hooks, until the scope ends. */
const served = (exchange: Exchange) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const server = createServer((_, response) => response.end("ok"))
        hooked(server, { exchange }, () => false)
        server.listen(0, "127.0.0.1")
        await once(server, "listening")
        return server
      }),
      (server) => Effect.promise(() => new Promise((closed) => server.close(closed)))
    ),
    (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  )

const post = (url: string, body: string) =>
  Effect.promise(async () => (await fetch(url, { method: "POST", body })).status)

const mistakes: Readonly<Record<string, Exchange>> = {
  throws: (call, serve) => {
    if (call.body.toString() === "null") throw new TypeError("Cannot read properties of null")
    return serve(call)
  },
  rejects: async (call, serve) => {
    await Promise.resolve()
    if (call.body.toString() === "null") throw new TypeError("Cannot read properties of null")
    return serve(call)
  }
}

describe("hooks that can't read a call", () => {
  it.effect.each(Object.keys(mistakes))("answer it 500, and the server goes on: %s", (name) =>
    Effect.gen(function* () {
      const printed = vi.spyOn(console, "error").mockReturnValue()
      const url = yield* served(mistakes[name]!)
      assert.strictEqual(yield* post(url, "null"), 500)
      assert.strictEqual(yield* post(url, "{}"), 200)
      const [[text] = []] = printed.mock.calls
      printed.mockRestore()
      assert.include(text, "hooked.test.ts")
      assert.notInclude(text, "properties of null", "a message may hold a part of the body")
    })
  )
})
