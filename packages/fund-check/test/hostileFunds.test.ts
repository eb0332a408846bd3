import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { makeExchanges } from "@embedded-super/conformance/exchange/Exchanges"
import { readProfile } from "@embedded-super/fund-rules/profile/readProfile"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { Readable } from "node:stream"
import { makeFundCaller } from "../src/caller/fundCaller.ts"
import { makeKeyRing } from "../src/caller/KeyRing.ts"
import type { CallFailure } from "../src/FundUnderTest.ts"
import { checkFund } from "../src/index.ts"
import { openList } from "../src/list/openList.ts"
import { profileText } from "../src/profile/profileText.ts"

const environment = { FUND_CHECK_SECRET: "k".repeat(40) }

const profileAt = (port: number) =>
  Result.getOrThrow(
    readProfile(
      profileText({
        name: "Hostile Fund",
        abn: "60905115063",
        baseUrl: `http://127.0.0.1:${port}`,
        operations: ["lookup"],
        lookupPath: "/v1/employer_lookup",
        flow: "api_key",
        matchingAbn: "80000000001",
        unknownAbn: "42000000003",
        ca: undefined
      }),
      { dev: true }
    )
  )

/** A server that does this with each connection, once a request is there. */
const serverThat = Effect.fnUntraced(function* (does: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = yield* Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const made = createServer((socket) => {
        sockets.add(socket)
        socket.on("error", () => socket.destroy())
        socket.once("data", () => does(socket))
      })
      made.listen(0, "127.0.0.1", () => resume(Effect.succeed(made)))
    }),
    (made) =>
      Effect.sync(() => {
        for (const socket of sockets) socket.destroy()
        made.close()
      })
  )
  return (server.address() as { readonly port: number }).port
})

const HEAD = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"

/** Writes until the other side has enough. */
const flood = (socket: Socket, text: string) => {
  const endless = new Readable({
    read() {
      // Not at once: a write that fails reports it in a later turn of the event loop.
      setImmediate(() => this.push(text))
    }
  })
  socket.once("close", () => endless.destroy())
  endless.pipe(socket)
}

const hostile: Readonly<
  Record<
    string,
    readonly [failure: CallFailure | null, status: number | null, does: (socket: Socket) => void]
  >
> = {
  "never answers": ["timeout", null, () => {}],
  "begins its answer and never ends it": [
    "timeout",
    200,
    (socket) => void socket.write(`${HEAD}content-length: 90\r\n\r\n{"emp`)
  ],
  "closes at once": ["connection_reset", null, (socket) => void socket.destroy()],
  "closes in the middle of the body": [
    "connection_reset",
    200,
    (socket) => socket.end(`${HEAD}content-length: 90\r\n\r\n{"emp`)
  ],
  "answers garbage": ["invalid_answer", null, (socket) => socket.end("\u0000\u0001 hello, world\r\n\r\n")],
  "sends endless headers": [
    "invalid_answer",
    null,
    (socket) => {
      socket.write("HTTP/1.1 200 OK\r\n")
      flood(socket, `x-more: ${"a".repeat(1000)}\r\n`)
    }
  ],
  "floods the body": [
    null,
    200,
    (socket) => {
      socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`)
      flood(socket, `1000\r\n${"a".repeat(0x1000)}\r\n`)
    }
  ],
  redirects: [
    null,
    302,
    (socket) => socket.end("HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n")
  ]
}

const callerAt = Effect.fnUntraced(function* (port: number) {
  const profile = profileAt(port)
  const keys = yield* makeKeyRing(profile, { environment, folder: tmpdir() })
  const list = yield* openList(profile, { environment, folder: tmpdir() })
  const exchanges = makeExchanges()
  const worldOf = yield* makeFundCaller({ profile, mode: "dev", keys, exchanges, list })
  return { fund: worldOf({ seed: 1, mode: "dev" }), exchanges }
})

describe("a fund that", () => {
  for (const [name, [failure, status, does]] of Object.entries(hostile)) {
    it.live(`${name}: a word for it, by a client and by a socket`, () =>
      Effect.gen(function* () {
        const timeout = failure === "timeout" ? 300 : 10_000
        const { exchanges, fund } = yield* callerAt(yield* serverThat(does))
        const called = yield* fund.lookUp({ abn: "42000000003" }, { timeout })
        assert.deepInclude(called, { failure, status })
        assert.strictEqual(called.isCut, name === "floods the body")
        const text = yield* fund.requestText("lookup", { abn: "42000000003" })
        const raw = yield* fund.raw("lookup", [text!.head, text!.body], { timeout })
        assert.deepInclude(raw, { failure, status })
        assert.deepStrictEqual(
          exchanges.all().map(({ id }) => id),
          [called.id, raw.id]
        )
      }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
    )
  }

  for (const name of ["closes at once", "answers garbage", "redirects", "floods the body"]) {
    it.live(`${name}: a whole run has a verdict and no error of the kit`, () =>
      Effect.gen(function* () {
        const port = yield* serverThat(hostile[name]![2])
        const run = {
          profile: profileAt(port),
          environment,
          keysFolder: tmpdir(),
          mode: "dev",
          seed: 1
        } as const
        const report = yield* checkFund({ ...run, names: ["LOOKUP", "TRANSPORT", "AUTH"] })
        assert.strictEqual(report.verdict, "does_not_conform")
        assert.strictEqual(report.counts.error, 0)
      }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
    )
  }

  it.live("isn't there: one sentence, and exit code 3", () =>
    Effect.gen(function* () {
      const port = yield* Effect.scoped(serverThat(() => {}))
      const run = {
        profile: profileAt(port),
        environment,
        keysFolder: tmpdir(),
        mode: "dev",
        seed: 1
      } as const
      const { reason, sentence } = yield* Effect.flip(checkFund(run))
      assert.strictEqual(reason, "unreachable")
      assert.match(sentence, /nothing listens there/)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("is live is called by a probe only", () =>
    Effect.gen(function* () {
      const profile = { ...profileAt(1), simulated: false }
      const run = { profile, environment, keysFolder: tmpdir(), seed: 1 } as const
      const { reason, sentence } = yield* Effect.flip(checkFund({ ...run, mode: "dev" }))
      assert.strictEqual(reason, "usage")
      assert.match(sentence, /--mode probe/)
      assert.strictEqual((yield* Effect.flip(checkFund({ ...run, mode: "probe" }))).reason, "unreachable")
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
