import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { call, CLIENT, registered } from "../../../test/funds/flowCalls.ts"
import { fundServer } from "../../../test/funds/fundServer.ts"
import { aFund, TestFundCalls } from "../../../test/funds/TestFundCalls.ts"
import type { StoredFund } from "../FundsRepo.ts"

layer(TestFundCalls.layer, { excludeTestServices: true })("a profile whose flow was changed", (it) => {
  it.effect("sends nothing with credentials of the old flow, and says so", () =>
    Effect.gen(function* () {
      const server = yield* fundServer(() => registered)
      const fund = yield* aFund(server.url)
      const profile = {
        ...fund.profile,
        authentication: { flow: "jwt", algorithm: "EdDSA", client_id: CLIENT }
      } as unknown as StoredFund["profile"]
      const outcome = yield* call({ ...fund, profile })
      assert.strictEqual(outcome.kind, "credentials")
      assert.include("words" in outcome ? outcome.words : "", "don't fit its profile's authentication flow")
      assert.lengthOf(server.calls, 0)
    })
  )
})
