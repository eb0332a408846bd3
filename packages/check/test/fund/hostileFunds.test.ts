import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { checkFund } from "../../src/fund/index.ts"
import { serverThat } from "../hostileServers.ts"
import { callerAt, expectFailure, failures, names, profileAt, runAt } from "./hostileFund.ts"

/** Milliseconds. What ends by itself is waited for; of those that never end, only one says nothing at all, however long. */
const limitOf = (name: (typeof names)[number]) => (name === "never answers" ? 100 : 60_000)

const few = names.filter((name) => name === "never answers" || failures[name][0] !== "timeout")

// Those that never end, and whole runs: hostileFunds.long.test.ts.
describe("a fund that", () => {
  for (const name of few) {
    it.live(`${name}: a word for it, by a client and by a socket`, () =>
      expectFailure(name, limitOf(name)).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
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
      const run = runAt(profileAt(port))
      const report = yield* checkFund({ ...run, names: ["TRANSPORT-4.2-7", "LOOKUP"] })
      assert.strictEqual(report.findings[0]?.cause, "The fund redirects the call.")
      assert.strictEqual(calls, 0)
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.live("isn't there: one sentence, and exit code 3", () =>
    Effect.gen(function* () {
      // Port 1 is reserved, and nobody's.
      const run = runAt(profileAt(1))
      const { reason, sentence } = yield* Effect.flip(checkFund(run))
      assert.strictEqual(reason, "unreachable")
      assert.match(sentence, /nothing listens there/)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("is live is called by a probe only", () =>
    Effect.gen(function* () {
      const profile = { ...profileAt(1), simulated: false }
      const run = runAt(profile)
      const { reason, sentence } = yield* Effect.flip(checkFund(run))
      assert.strictEqual(reason, "usage")
      assert.match(sentence, /--mode probe/)
      assert.strictEqual((yield* Effect.flip(checkFund({ ...run, mode: "probe" }))).reason, "unreachable")
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
