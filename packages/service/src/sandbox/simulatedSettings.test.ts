import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { aProduct } from "../../test/aProduct.ts"
import { eventsOf } from "../../test/TestEvents.ts"
import { products, TestFunds } from "../../test/TestFunds.ts"
import { request, TestHttp } from "../../test/TestHttp.ts"
import { anEmployer } from "../../test/TestOnboarding.ts"

const { acacia, banksia, boronia, correa } = products

/** Changes a simulated setting of an employer, as its product. */
const set = (productId: string, employerId: string, what: "stapling" | "default-fund", body: unknown) =>
  request("POST", `/api/v1/sandbox/employers/${employerId}/${what}`, { product: productId, body })

const codes = ({ body }: { readonly body: { readonly errors: ReadonlyArray<{ code: string }> } }) =>
  body.errors.map(({ code }) => code)

layer(TestHttp.layer, { excludeTestServices: true })("the simulated ATO of a sandbox", (it) => {
  it.effect(
    "changes the employer's stapling status, which sends employer_settings_changed, once [R-6-4]",
    () =>
      Effect.gen(function* () {
        const { employerId, productId } = yield* anEmployer()
        const connected = yield* set(productId, employerId, "stapling", { status: "connected" })
        assert.strictEqual(connected.status, 200)
        assert.deepInclude(connected.body.data, {
          stapling_status: "connected",
          onboarding_status: "incomplete",
          accepted_stapling_statement: false
        })
        assert.match(String(connected.headers.get("etag")), /^"3-/)
        const again = yield* set(productId, employerId, "stapling", {
          status: "connected",
          outcome: "unmatched"
        })
        assert.match(String(again.headers.get("etag")), /^"3-/)
        const lapsed = yield* set(productId, employerId, "stapling", { status: "lapsed" })
        assert.strictEqual(lapsed.body.data.stapling_status, "lapsed")
        const events = yield* eventsOf(employerId)
        assert.deepStrictEqual(
          events.slice(1).map(({ event, payload, seq }) => [event, payload["id"], seq]),
          [
            ["employer_settings_changed", employerId, 3],
            ["employer_settings_changed", employerId, 4]
          ]
        )
      })
  )

  it.effect(
    "names a fund that the sandbox knows, with the outcome that has one; nothing changes otherwise",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { employerId, productId } = yield* anEmployer()
        const refusal = (body: object) =>
          Effect.map(set(productId, employerId, "stapling", { status: "connected", ...body }), (answer) => [
            answer.status,
            ...codes(answer)
          ])
        const unknown = { usi: "STA0100AU" }
        assert.deepStrictEqual(yield* refusal({ outcome: "stapled_fund" }), [422, "required"])
        assert.deepStrictEqual(yield* refusal({ outcome: "stapled_fund", stapled_fund: unknown }), [
          422,
          "not_found"
        ])
        assert.deepStrictEqual(yield* refusal({ stapled_fund: { usi: acacia.usi } }), [422, "not_allowed"])
        assert.lengthOf(yield* eventsOf(employerId), 1)
        assert.deepStrictEqual(
          yield* sql`SELECT 1 FROM simulated_ato_employers WHERE employer_id = ${employerId}`,
          []
        )
      })
  )
})

layer(TestHttp.layer, { excludeTestServices: true })("the simulated employer of a sandbox", (it) => {
  it.effect("can't pick what an employer can't, nor a fund that the product isn't linked to", () =>
    Effect.gen(function* () {
      const { employerId, productId } = yield* anEmployer(null)
      const refusal = (usi: string) =>
        Effect.map(set(productId, employerId, "default-fund", { usi }), (answer) => [
          answer.status,
          ...codes(answer)
        ])
      assert.deepStrictEqual(yield* refusal(boronia.usi), [422, "not_allowed"])
      assert.deepStrictEqual(yield* refusal(correa.usi), [422, "not_allowed"])
      assert.deepStrictEqual(yield* refusal("STA0100AU"), [422, "not_found"])
      const pick = set(productId, employerId, "default-fund", { usi: banksia.usi })
      const refused = yield* TestFunds.whileLinkedTo([acacia], pick)
      assert.deepStrictEqual([refused.status, refused.body.code], [409, "fund_not_linked"])
      assert.include(refused.body.detail, "Banksia Super. Ask the operator")
      assert.lengthOf(yield* eventsOf(employerId), 0)
      const picked = yield* pick
      assert.strictEqual(picked.body.data.default_fund_source, "selected")
      assert.deepStrictEqual(
        (yield* eventsOf(employerId)).map(({ event }) => event),
        ["employer_settings_changed"]
      )
    })
  )
})

layer(TestHttp.layer, { excludeTestServices: true })("a live product", (it) => {
  it.effect("has no sandbox operations, and a sandbox none for another product's employer", () =>
    Effect.gen(function* () {
      const { employerId } = yield* anEmployer()
      const live = yield* aProduct({ sandboxed: false })
      const other = yield* aProduct()
      for (const product of [live, other]) {
        const stapling = yield* set(product, employerId, "stapling", { status: "connected" })
        const fund = yield* set(product, employerId, "default-fund", { usi: acacia.usi })
        const issue = yield* request("POST", `/api/v1/sandbox/employers/${employerId}/issues`, {
          product,
          body: { kind: "employer_abn_invalid" }
        })
        assert.deepStrictEqual([stapling.status, fund.status, issue.status], [404, 404, 404])
        assert.strictEqual(stapling.body.code, "not_found")
      }
      assert.lengthOf(yield* eventsOf(employerId), 1)
    })
  )
})
