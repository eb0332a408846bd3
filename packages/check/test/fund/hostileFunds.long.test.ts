import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { gzipSync } from "node:zlib"
import { checkFund } from "../../src/fund/index.ts"
import { HEAD, serverThat } from "../hostileServers.ts"
import { callerAt, expectFailure, failures, names, profileAt, runAt, servers } from "./hostileFund.ts"

const endless = names.filter((name) => failures[name][0] === "timeout" && name !== "never answers")

describe("a fund that", () => {
  for (const name of endless) {
    const [, status] = failures[name]
    it.live(`${name}: a word for it, by a client and by a socket`, () =>
      expectFailure(name, status === null ? 300 : 3000).pipe(
        Effect.scoped,
        Effect.provide(NodeServices.layer)
      )
    )
  }

  for (const name of [
    "closes at once",
    "answers garbage",
    "answers as HTTP/0.9",
    "redirects",
    "sends chunks that are none",
    "floods with interim answers",
    "floods the body"
  ] as const) {
    it.live(`${name}: a whole run has a verdict and no error of the kit`, () =>
      Effect.gen(function* () {
        const port = yield* serverThat(servers[name])
        const run = runAt(profileAt(port))
        const report = yield* checkFund({ ...run, names: ["LOOKUP", "TRANSPORT", "AUTH"] })
        assert.strictEqual(report.verdict, "does_not_conform")
        assert.strictEqual(report.counts.error, 0)
      }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
    )
  }

  const bodies: Readonly<Record<string, readonly [head: string, body: Buffer]>> = {
    "answers bytes that aren't UTF-8": ["", Buffer.from('{"employer_found":"\u00ff"}', "latin1")],
    "answers a megabyte of zeros in a kilobyte": [
      "content-encoding: gzip\r\n",
      gzipSync(Buffer.alloc(1024 * 1024))
    ],
    "answers a list that is ten thousand deep": ["", Buffer.from("[".repeat(10_000))],
    "answers JSON that is ten thousand deep": ["", Buffer.from("[".repeat(10_000) + "]".repeat(10_000))]
  }
  for (const [name, [head, body]] of Object.entries(bodies)) {
    it.live(`${name}: a verdict, and a report`, () =>
      Effect.gen(function* () {
        const port = yield* serverThat((socket) => {
          socket.write(`${HEAD}${head}content-length: ${body.length}\r\n\r\n`)
          socket.end(body)
        })
        const run = runAt(profileAt(port))
        const report = yield* checkFund({ ...run, names: ["LOOKUP", "ERRORS", "SCHEMA", "PRIVACY"] })
        assert.strictEqual(report.verdict, "does_not_conform")
        assert.strictEqual(report.counts.error, 0)
      }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
    )
  }

  it.live("never ends a TLS handshake: a word for it, by each way to call", () =>
    Effect.gen(function* () {
      const port = yield* serverThat(() => {})
      const { fund } = yield* callerAt(port, "https")
      const text = yield* fund.requestText("lookup", {})
      const [called, raw, shaken] = yield* Effect.all(
        [
          fund.lookUp({ abn: "42000000003" }),
          fund.raw("lookup", [text!.head], { timeout: 300 }),
          fund.tls("lookup", "TLSv1.3")
        ],
        { concurrency: 3 }
      )
      assert.include(["connect_timeout", "timeout"], called.failure)
      assert.strictEqual(raw.failure, "timeout")
      assert.strictEqual(shaken.failure, "timeout")
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )
})
