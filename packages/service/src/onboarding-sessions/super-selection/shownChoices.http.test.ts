import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import * as SqlClient from "effect/sql/SqlClient"
import { choosing, STAPLED } from "../../../test/choosing.ts"
import { ok } from "../../../test/embedTabs.ts"
import { Joinable, products, TestFunds } from "../../../test/TestFunds.ts"
import { request, TestHttp } from "../../../test/TestHttp.ts"

/** The record of a session's displays: the seen parts of each, with the time when they were first seen. */
const seen = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ shown: Record<string, string> }>`
    SELECT shown FROM fund_displays WHERE session_id = ${id} ORDER BY id`
  return rows.map(({ shown }) => shown)
})

const promoting = TestFunds.joinable.map((fund) => ({ ...fund, is_promoted: true }))

/** The services that a session with advertised funds needs. */
const advertised = Effect.gen(function* () {
  yield* Ref.set(yield* Joinable, promoting)
  const session = yield* choosing({ stapling: STAPLED })
  yield* Ref.set(yield* Joinable, TestFunds.joinable)
  return session
})

layer(TestHttp.layer, { excludeTestServices: true })("what the employee has seen of the choices", (it) => {
  it.effect("is recorded under the display, door by door; what was recorded stays", () =>
    Effect.gen(function* () {
      const session = yield* advertised
      assert.deepStrictEqual(yield* seen(session.id), [{}])
      const first = yield* session.shown({ doors: ["join"], advertisement: true })
      assert.strictEqual(first.status, 204)
      assert.lengthOf(first.bytes, 0)
      const [before] = yield* seen(session.id)
      assert.hasAllKeys(before, ["join", "advertisement"])
      const more = yield* session.shown({ doors: ["existing", "join"] })
      assert.strictEqual(more.status, 204)
      const [after] = yield* seen(session.id)
      assert.hasAllKeys(after, ["join", "advertisement", "existing"])
      assert.deepInclude(after, before as object)
      yield* session.shown({ doors: [], advertisement: false })
      yield* session.shown({ doors: ["existing", "join"] })
      assert.deepStrictEqual(yield* seen(session.id), [after])
    })
  )

  it.effect("needs no revision, so two pages record side by side", () =>
    Effect.gen(function* () {
      const session = yield* choosing()
      const path = `/embed-api/v1/onboarding/fund-choices/${session.choices.display_id}/shown`
      const { token } = session
      const answer = yield* request("PUT", path, {
        token,
        headers: { "if-match": '"1"' },
        body: { doors: ["self_managed"] }
      })
      assert.strictEqual(answer.status, 204)
      const [recorded] = yield* seen(session.id)
      assert.hasAllKeys(recorded, ["self_managed"])
    })
  )

  it.effect("is refused for another session's display, and for one that doesn't exist", () =>
    Effect.gen(function* () {
      const session = yield* choosing()
      const other = yield* choosing()
      for (const display of [other.choices.display_id, "01a1fb67-1800-7000-8000-0000000000ff", "x"]) {
        const answer = yield* session.shown({ doors: ["join"] }, display)
        assert.deepInclude(answer.body, { status: 404, code: "not_found" })
      }
      assert.deepStrictEqual(yield* seen(other.id), [{}])
    })
  )

  it.effect("is refused where nothing was advertised, for an unknown door, and after the confirmation", () =>
    Effect.gen(function* () {
      const session = yield* choosing()
      const untrue = yield* session.shown({ doors: ["join"], advertisement: true })
      assert.deepInclude(untrue.body.errors[0], { pointer: "#/advertisement", code: "not_allowed" })
      const unknown = yield* session.shown({ doors: ["back"] })
      assert.deepInclude(unknown.body.errors[0], { pointer: "#/doors/0", code: "not_allowed" })
      assert.deepStrictEqual(yield* seen(session.id), [{}])

      ok(
        yield* session.choose({
          source: "existing",
          fund_product_id: products.correa.id,
          member_number: "12"
        })
      )
      assert.strictEqual((yield* session.shown({ doors: ["existing"] })).status, 204)
      yield* session.confirm
      const late = yield* session.shown({ doors: ["join"] })
      assert.deepInclude(late.body, { status: 409, code: "onboarding_closed" })
    })
  )
})

layer(TestHttp.layer, { excludeTestServices: true })("the funds to join", (it) => {
  it.effect("are listed in pages beside the choices, which have only their count", () =>
    Effect.gen(function* () {
      const session = yield* choosing()
      assert.deepStrictEqual(session.choices.join.fund_products, { count: 1 })
      const [found, ...others] = ok(yield* session.listed())
      assert.deepInclude(found, { id: products.acacia.id, can_register: true })
      assert.isEmpty(others)
      assert.isEmpty(ok(yield* session.listed("&query=Correa")))
      assert.lengthOf(ok(yield* session.listed("&query=Acacia&limit=1")), 1)
      const choice = { source: "join_new", consent_version: session.choices.join.consent.version }
      const unlisted = yield* session.choose({ ...choice, fund_product_id: products.banksia.id })
      assert.deepInclude(unlisted.body, { status: 409, code: "fund_choices_changed" })
      ok(yield* session.choose({ ...choice, fund_product_id: found.id }))
    })
  )

  it.effect("are no list of the super settings, and no other door has one", () =>
    Effect.gen(function* () {
      const session = yield* choosing()
      const path = "/embed-api/v1/fund-products?door=join"
      const refused = yield* request("GET", path, { token: session.settingsToken })
      assert.strictEqual(refused.status, 422)
      assert.deepInclude(refused.body.errors[0], { in: "query", pointer: "#/door", code: "not_allowed" })
      const other = yield* request("GET", "/embed-api/v1/fund-products?door=existing", {
        token: session.token
      })
      assert.deepInclude(other.body.errors[0], { in: "query", pointer: "#/door", code: "not_allowed" })
    })
  )
})
