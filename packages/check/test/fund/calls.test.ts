/** How the kit calls: with the headers of a call of the service, and in a probe no more than it has to. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { fundSimulator } from "@embedded-super/fund-simulator"
import { inProcess } from "@embedded-super/simulator-kit/testing"
import * as Effect from "effect/Effect"
import { tmpdir } from "node:os"
import { keyOf } from "../../src/fund/caller/requests.ts"
import { callerOf } from "./aFund.ts"
import { callerAt } from "./hostileFund.ts"
import { simulatedFund } from "./startedFund.ts"
import type { Exchange } from "../../src/exchange/Exchange.ts"
import { slowAnswers } from "../../src/fund/checkFund.ts"

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const headersOf = (head: string) =>
  Object.fromEntries(
    head
      .split("\r\n")
      .slice(1)
      .filter((line) => line !== "")
      .map((line) => line.split(/: (.*)/s) as [string, string])
  )

describe("a call", () => {
  it.live("has ids of version 7 and a place in a trace, new for each call", () =>
    Effect.gen(function* () {
      const { fund } = yield* callerAt(1)
      const made = [
        yield* fund.requestText("lookup", { abn: "42000000003" }),
        yield* fund.requestText("lookup", { abn: "42000000003" })
      ].map((text) => headersOf(text!.head))
      for (const headers of made) {
        assert.match(headers["x-request-id"] ?? "", UUID_V7)
        assert.match(headers["traceparent"] ?? "", /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
      }
      for (const name of ["x-request-id", "traceparent"])
        assert.notStrictEqual(made[0]?.[name], made[1]?.[name])
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it("has an Idempotency-Key of version 7, unless it is a lookup or has one", () => {
    assert.match(keyOf("registration", {}) ?? "", UUID_V7)
    assert.match(keyOf("details", {}) ?? "", UUID_V7)
    assert.isNull(keyOf("lookup", {}))
    assert.strictEqual(keyOf("registration", { idempotencyKey: "mine" }), "mine")
  })
})

const CALLS = 3

describe("a certificate that isn't trusted", () => {
  it.live.each([
    ["probe", 1],
    ["dev", CALLS]
  ] as const)("in the mode %s: handshakes for three calls: %d", ([mode, handshakes]) =>
    Effect.gen(function* () {
      const { environment, profile: pinned } = yield* simulatedFund
      const { ca_certificate: _, ...profile } = pinned
      const { exchanges, fund } = yield* callerOf(profile, environment, tmpdir(), mode)
      for (let call = 0; call < CALLS; call += 1)
        assert.strictEqual((yield* fund.lookUp({ abn: "42000000003" })).failure, "tls_failure")
      assert.lengthOf(exchanges.all(), handshakes)
    }).pipe(
      Effect.provide(inProcess(fundSimulator(), { http: false })),
      Effect.scoped,
      Effect.provide(NodeServices.layer)
    )
  )
})

const answered = (...times: ReadonlyArray<number>) =>
  times.map((took) => ({ took, answer: { status: 200 } as Exchange["answer"] }))

const slow = answered(1200, 1210, 1190, 1230, 1200, 1220)

describe("a fund whose answers take long", () => {
  it("is named once, with the time of an answer", () => {
    const said = slowAnswers()
    assert.match(said(slow) ?? "", /^The fund takes about 1\.2 seconds for an answer/)
    assert.isUndefined(said(slow))
  })

  it("isn't named for a slow first answer, or before enough have come", () => {
    assert.isUndefined(slowAnswers()(answered(3000, 20, 20, 20, 20, 20)))
    assert.isUndefined(slowAnswers()(slow.slice(1)))
  })
})
