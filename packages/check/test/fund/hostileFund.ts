/** Servers that are no fund, and what a call to each is said to have met. */
import { assert } from "@effect/vitest"
import type { FundProfile } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { tmpdir } from "node:os"
import type { CallFailure } from "../../src/fund/FundUnderTest.ts"
import { hostile, misframed, serverThat } from "../hostileServers.ts"
import { callerOf, initProfile } from "./aFund.ts"

const environment = { FUND_CHECK_SECRET: "k".repeat(40) }

export const profileAt = (port: number, scheme = "http"): FundProfile =>
  initProfile({ baseUrl: `${scheme}://127.0.0.1:${port}`, operations: ["lookup"] })

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

export const callerAt = (port: number, scheme?: string) => callerOf(profileAt(port, scheme), environment)

/** The options of one run of the kit against a fund whose key is `k…`. */
export const runAt = (profile: FundProfile) =>
  ({ profile, environment, keysFolder: tmpdir(), mode: "dev", seed: 1 }) as const

/** Expects the same failure of a call by a client and by a socket, and that both are recorded. */
export const expectFailure = Effect.fnUntraced(function* (name: Server, timeout: number) {
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
