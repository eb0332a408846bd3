/** Servers that are no fund, and what a call to each is said to have met. */
import { assert } from "@effect/vitest"
import { makeExchanges } from "../../src/exchange/Exchanges.ts"
import type { FundProfile } from "@embedded-super/contracts/schemas"
import { readProfile } from "@embedded-super/rules/profile/readProfile"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { tmpdir } from "node:os"
import { makeFundCaller } from "../../src/fund/caller/fundCaller.ts"
import { makeKeyRing } from "../../src/fund/caller/KeyRing.ts"
import type { CallFailure } from "../../src/fund/FundUnderTest.ts"
import { openList } from "../../src/fund/list/openList.ts"
import { profileText } from "../../src/fund/profile/profileText.ts"
import { hostile, misframed, serverThat } from "../hostileServers.ts"

const environment = { FUND_CHECK_SECRET: "k".repeat(40) }

export const profileAt = (port: number, scheme = "http") =>
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

export const servers = { ...hostile, ...misframed }

export type Server = keyof typeof servers

export const failures: Readonly<
  Record<Server, readonly [failure: CallFailure | null, status: number | null]>
> = {
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

export const names = Object.keys(servers) as ReadonlyArray<Server>

export const callerAt = Effect.fnUntraced(function* (port: number, scheme?: string) {
  const profile = profileAt(port, scheme)
  const keys = yield* makeKeyRing(profile, { environment, folder: tmpdir() })
  const list = yield* openList(profile, { environment, folder: tmpdir() })
  const exchanges = makeExchanges()
  const worldOf = yield* makeFundCaller({ profile, mode: "dev", keys, exchanges, list })
  return { fund: worldOf({ seed: 1, mode: "dev" }), exchanges }
})

/** The options of one run of the kit against a hostile fund. */
export const runAt = (profile: FundProfile) =>
  ({ profile, environment, keysFolder: tmpdir(), mode: "dev", seed: 1 }) as const

/** Expects the same failure of a call by a client and by a socket, and that both are recorded. */
export const expectWord = Effect.fnUntraced(function* (name: Server, timeout: number) {
  const [failure, status] = failures[name]
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
})
