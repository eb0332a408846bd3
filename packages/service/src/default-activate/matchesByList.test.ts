import { assert, layer } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import { NO_VALUES } from "@embedded-super/rules/employer-list/checkRow"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { aListFund, supply, TestLists } from "../../test/funds/TestLists.ts"
import { abns, listOf } from "../../../rules/test/lists.ts"
import { aLinkedProduct, anEmployerEmbed, TestMatches } from "../../test/TestMatches.ts"
import { StillTime } from "../../test/at.ts"
import { termsAccepted } from "../../test/TestSettings.ts"
import { eventNames } from "../../test/TestEvents.ts"
import type { StoredFund } from "../funds/FundsRepo.ts"
import { EmployerMatches } from "./EmployerMatches.ts"
import { matchRates } from "./fundLookup.ts"
import * as Option from "effect/Option"

const QUOTA = 5

const services = TestMatches.layer.pipe(
  Layer.provideMerge(TestLists.layer),
  Layer.provide(
    ConfigProvider.layer(ConfigProvider.fromEnv({ env: { EMPLOYER_LOOKUPS_PER_DAY: String(QUOTA) } }))
  )
)

const ABNS = abns(30)

// A day of the quota doesn't end while a test runs.
layer(StillTime.pipe(Layer.provideMerge(services)), { excludeTestServices: true })(
  "a fund that supplies a list",
  (it) => {
    it.effect(
      "is shown, confirmed in one step, and prefills the number, as one of a live lookup [R-1-18, R-2.6-3, R-2.6-10]",
      () =>
        Effect.gen(function* () {
          const fund = yield* aListFund()
          yield* supply(fund, listOf(ABNS.slice(0, 10)))
          const productId = yield* aLinkedProduct(fund)
          const { confirm, decline, find } = yield* EmployerMatches
          const embed = yield* anEmployerEmbed(productId, ABNS[3] ?? "")
          const [match = assert.fail("no match"), ...others] = (yield* find(embed)).matches
          assert.lengthOf(others, 0)
          assert.notInclude(JSON.stringify(match), "EMP-3")
          const view = yield* confirm(embed, match.id, termsAccepted)
          assert.deepInclude<object | undefined>(view.default_fund, {
            employer_number: "EMP-3",
            source: "default_activate_confirmed"
          })
          assert.deepStrictEqual(yield* eventNames(embed.employerId), ["employer_settings_changed"])
          const unknown = yield* anEmployerEmbed(productId, ABNS[20] ?? "")
          assert.lengthOf((yield* find(unknown)).matches, 0)
          const declining = yield* anEmployerEmbed(productId, ABNS[4] ?? "")
          const [declined = assert.fail("no match")] = (yield* find(declining)).matches
          yield* decline(declining, declined.id, { reason: "not_our_fund" })
          assert.lengthOf((yield* find(declining)).matches, 0)
        })
    )

    it.effect(
      "isn't searched beyond the product's daily quota of different ABNs; that is reported once",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const fund = yield* aListFund()
          yield* supply(fund, listOf(ABNS))
          const productId = yield* aLinkedProduct(fund)
          const { find } = yield* EmployerMatches
          const first = yield* anEmployerEmbed(productId, ABNS[0] ?? "")
          for (let turn = 0; turn < 3; turn += 1) assert.lengthOf((yield* find(first)).matches, 1)
          for (const abn of ABNS.slice(1, QUOTA)) {
            assert.lengthOf((yield* find(yield* anEmployerEmbed(productId, abn))).matches, 1)
          }
          for (const abn of ABNS.slice(QUOTA, QUOTA + 3)) {
            const found = yield* find(yield* anEmployerEmbed(productId, abn))
            assert.deepStrictEqual([found.matches.length, found.funds_not_asked], [0, 1])
          }
          const reported =
            yield* sql`SELECT FROM audit_log WHERE action = 'employer_lookup.quota' AND product_id = ${productId}`
          assert.lengthOf(reported, 1)
          const other = yield* aLinkedProduct(fund)
          assert.lengthOf((yield* find(yield* anEmployerEmbed(other, ABNS[20] ?? ""))).matches, 1)
        })
    )

    it.effect("that matches more than half of 200 employers is reported, once for each 200 [R-1-25]", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const count = yield* matchRates
        const yes = Option.some(NO_VALUES)
        const reports = (fund: StoredFund) =>
          Effect.map(
            sql`SELECT FROM audit_log WHERE action = 'fund.match_rate' AND entity_id = ${fund.id}`,
            (rows) => rows.length
          )
        const free = yield* aListFund()
        for (let nth = 0; nth < 400; nth += 1) yield* count(free, nth % 3 === 0 ? Option.none() : yes)
        assert.strictEqual(yield* reports(free), 2)
        const careful = yield* aListFund()
        for (let nth = 0; nth < 400; nth += 1) yield* count(careful, nth % 3 === 0 ? yes : Option.none())
        assert.strictEqual(yield* reports(careful), 0)
      })
    )
  }
)
