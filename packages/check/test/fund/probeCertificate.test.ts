/** A probe doesn't go on with handshakes that can't succeed. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { makeExchanges } from "../../src/exchange/Exchanges.ts"
import { fundSimulator } from "@embedded-super/fund-simulator"
import { inProcess } from "@embedded-super/simulator-kit/testing"
import * as Effect from "effect/Effect"
import { tmpdir } from "node:os"
import { makeFundCaller } from "../../src/fund/caller/fundCaller.ts"
import { makeKeyRing } from "../../src/fund/caller/KeyRing.ts"
import { openList } from "../../src/fund/list/openList.ts"
import { simulatedFund } from "./simulatedFund.ts"

const CALLS = 3

describe("a certificate that isn't trusted", () => {
  it.live.each([
    ["probe", 1],
    ["dev", CALLS]
  ] as const)("in the mode %s: handshakes for three calls: %d", ([mode, handshakes]) =>
    Effect.gen(function* () {
      const { environment, profile: pinned } = yield* simulatedFund
      const { ca_certificate: _, ...profile } = pinned
      const keys = yield* makeKeyRing(profile, { environment, folder: tmpdir() })
      const list = yield* openList(profile, { environment, folder: tmpdir() })
      const exchanges = makeExchanges()
      const worldOf = yield* makeFundCaller({ profile, mode, keys, exchanges, list })
      const fund = worldOf({ seed: 1, mode })
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
