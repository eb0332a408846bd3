import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { makeExchanges } from "@embedded-super/conformance/exchange/Exchanges"
import { readProfile } from "@embedded-super/fund-rules/profile/readProfile"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { tmpdir } from "node:os"
import { makeFundCaller } from "../src/caller/fundCaller.ts"
import { makeKeyRing } from "../src/caller/KeyRing.ts"
import type { CallFailure } from "../src/FundUnderTest.ts"
import { checkFund } from "../src/index.ts"
import { openList } from "../src/list/openList.ts"
import { profileText } from "../src/profile/profileText.ts"
import { hostile, type Hostile, serverThat } from "../../conformance/test/hostileServers.ts"

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

const failures: Readonly<Record<Hostile, readonly [failure: CallFailure | null, status: number | null]>> = {
  "never answers": ["timeout", null],
  "begins its answer and never ends it": ["timeout", 200],
  "closes at once": ["connection_reset", null],
  "closes in the middle of the body": ["connection_reset", 200],
  "answers garbage": ["invalid_answer", null],
  "sends endless headers": ["invalid_answer", null],
  "floods the body": [null, 200],
  redirects: [null, 302]
}

const names = Object.keys(hostile) as ReadonlyArray<Hostile>

const callerAt = Effect.fnUntraced(function* (port: number) {
  const profile = profileAt(port)
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
        const timeout = failure === "timeout" ? 300 : 10_000
        const { exchanges, fund } = yield* callerAt(yield* serverThat(hostile[name]))
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

  for (const name of ["closes at once", "answers garbage", "redirects", "floods the body"] as const) {
    it.live(`${name}: a whole run has a verdict and no error of the kit`, () =>
      Effect.gen(function* () {
        const port = yield* serverThat(hostile[name])
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
