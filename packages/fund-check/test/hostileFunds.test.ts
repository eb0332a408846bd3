import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { makeExchanges } from "@embedded-super/conformance/exchange/Exchanges"
import { readProfile } from "@embedded-super/fund-rules/profile/readProfile"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { tmpdir } from "node:os"
import { gzipSync } from "node:zlib"
import { makeFundCaller } from "../src/caller/fundCaller.ts"
import { makeKeyRing } from "../src/caller/KeyRing.ts"
import type { CallFailure } from "../src/FundUnderTest.ts"
import { checkFund } from "../src/index.ts"
import { openList } from "../src/list/openList.ts"
import { profileText } from "../src/profile/profileText.ts"
import { HEAD, hostile, misframed, serverThat } from "../../conformance/test/hostileServers.ts"

const environment = { FUND_CHECK_SECRET: "k".repeat(40) }

const profileAt = (port: number, scheme = "http") =>
  Result.getOrThrow(
    readProfile(
      profileText({
        name: "Hostile Fund",
        abn: "60905115063",
        baseUrl: `${scheme}://127.0.0.1:${port}`,
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

const servers = { ...hostile, ...misframed }

type Server = keyof typeof servers

const failures: Readonly<Record<Server, readonly [failure: CallFailure | null, status: number | null]>> = {
  "never answers": ["timeout", null],
  "begins its answer and never ends it": ["timeout", 200],
  "closes at once": ["connection_reset", null],
  "closes in the middle of the body": ["connection_reset", 200],
  "answers garbage": ["invalid_answer", null],
  "sends endless headers": ["invalid_answer", null],
  "floods the body": [null, 200],
  redirects: [null, 302],
  "sends a byte now and then": ["timeout", 200],
  "sends its status line byte by byte": ["timeout", null],
  "sends interim answers for ever": ["timeout", null],
  "floods with interim answers": ["invalid_answer", null],
  "answers as HTTP/0.9": ["invalid_answer", null],
  "answers as HTTP/2": ["invalid_answer", null],
  "promises more than it sends": ["connection_reset", 200],
  "promises a length that is no number": ["invalid_answer", null],
  "sends chunks that are none": ["invalid_answer", 200],
  "names a chunk of the greatest size": ["timeout", 200]
}

const names = Object.keys(servers) as ReadonlyArray<Server>

const callerAt = Effect.fnUntraced(function* (port: number, scheme?: string) {
  const profile = profileAt(port, scheme)
  const keys = yield* makeKeyRing(profile, { environment, folder: tmpdir() })
  const list = yield* openList(profile, { environment, folder: tmpdir() })
  const exchanges = makeExchanges()
  const worldOf = yield* makeFundCaller({ profile, mode: "dev", keys, exchanges, list })
  return { fund: worldOf({ seed: 1, mode: "dev" }), exchanges }
})

describe("a fund that", () => {
  for (const name of names) {
    const [failure, status] = failures[name]
    it.live(`${name}: a word for it, by a client and by a socket`, () =>
      Effect.gen(function* () {
        const timeout = failure !== "timeout" ? 10_000 : status === null ? 300 : 3000
        const { exchanges, fund } = yield* callerAt(yield* serverThat(servers[name]))
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

  it.live("redirects to another host: nobody is called there, so the key isn't sent there", () =>
    Effect.gen(function* () {
      let calls = 0
      const other = yield* serverThat(() => void (calls += 1))
      const head = `HTTP/1.1 307 Temporary Redirect\r\nlocation: http://localhost:${other}/v1/employer_lookup\r\n`
      const port = yield* serverThat((socket) => socket.end(`${head}content-length: 0\r\n\r\n`))
      const { fund } = yield* callerAt(port)
      assert.strictEqual((yield* fund.lookUp({ abn: "42000000003" })).status, 307)
      const run = {
        profile: profileAt(port),
        environment,
        keysFolder: tmpdir(),
        mode: "dev",
        seed: 1
      } as const
      const report = yield* checkFund({ ...run, names: ["TRANSPORT-4.2-7", "LOOKUP"] })
      assert.strictEqual(report.findings[0]?.cause, "The fund redirects the call.")
      assert.strictEqual(calls, 0)
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

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
        const run = {
          profile: profileAt(port),
          environment,
          keysFolder: tmpdir(),
          mode: "dev",
          seed: 1
        } as const
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
