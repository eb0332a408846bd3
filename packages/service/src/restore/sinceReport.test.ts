import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { admin } from "../../test/admin.ts"
import { aFund } from "../../test/funds/TestFundCalls.ts"
import { aReview, confirm, TestRegistering } from "../../test/funds/TestRegistering.ts"
import { registrationKey } from "../platform/ids/derivedId.ts"

layer(Layer.mergeAll(TestRegistering.layer, NodeServices.layer), { excludeTestServices: true })(
  "after a restore, the report since its moment",
  (it) => {
    it.effect("lists the sessions that were open then, and the registrations that a fund may have made", () =>
      Effect.gen(function* () {
        const fund = yield* aFund("https://api.fund.example/v1/member_registration")
        const [open, confirmed] = [yield* aReview(fund), yield* aReview(fund)]
        yield* confirm(confirmed)
        const { code, output } = yield* admin("restore report --since 2999-01-01")
        assert.strictEqual(code, 0, output)
        assert.match(output, /^What was made or changed after .* isn't in this database\. Its newest event/m)
        assert.match(output, /^2 sessions were open then\./m)
        assert.include(
          output,
          `  ${open.id}  product ${open.productId}  review  a registration since has the key ${registrationKey(open.id)}\n`
        )
        assert.include(
          output,
          `  ${confirmed.id}  product ${confirmed.productId}  pending_completion  fund ${fund.slug} may have registered the member: key ${registrationKey(confirmed.id)}, which`
        )
        const before = yield* admin("restore report --since 2000-01-01")
        assert.match(before.output, /^0 sessions were open then\./m)
      })
    )
  }
)
