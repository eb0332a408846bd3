import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { request, TestHttp } from "../../test/TestHttp.ts"
import { anEmployer, aSession, type Session, walkTo } from "../../test/TestOnboarding.ts"
import { withoutIds } from "../../test/TestDatabase.ts"

const call = (session: Session, method: string, path = "", options: Parameters<typeof request>[2] = {}) =>
  request(method, `/api/v1/onboarding-session/${session.id}${path}`, {
    product: session.productId,
    ...options
  })

const permit = ({ productId }: Session) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`UPDATE products SET tfn_access_enabled = true WHERE id = ${productId}`
  )

layer(TestHttp.layer, { excludeTestServices: true })("a session's life over HTTP", (it) => {
  it.effect("PATCH wants the ETag that was read, and answers the next one", () =>
    Effect.gen(function* () {
      const session = yield* aSession()
      const body = { remote_id: "onb-2" }
      assert.strictEqual((yield* call(session, "PATCH", "", { body })).status, 428)
      const { headers } = yield* call(session, "GET")
      const ifMatch = { headers: { "if-match": headers.get("etag") ?? "" } }
      const changed = yield* call(session, "PATCH", "", { body, ...ifMatch })
      assert.strictEqual(changed.status, 200)
      assert.strictEqual(changed.body.data.remote_id, "onb-2")
      assert.match(String(changed.headers.get("etag")), /^"2-/)
      assert.strictEqual((yield* call(session, "PATCH", "", { body, ...ifMatch })).status, 412)
    })
  )
})

layer(TestHttp.layer, { excludeTestServices: true })("what is refused at the door", (it) => {
  it.effect("identifiers with spaces around them, and names that aren't written as names", () =>
    Effect.gen(function* () {
      const employer = yield* anEmployer()
      const attempt = (change: object) =>
        Effect.map(
          request("POST", "/api/v1/onboarding-session", {
            product: employer.productId,
            body: {
              employer: { id: employer.employerId },
              employee: { remote_id: "emp-1" },
              remote_id: "onb-1",
              email: "niamh@example.com",
              email_validated: true,
              ...change
            }
          }),
          ({ body, status }) =>
            status === 422 ? body.errors.map(({ pointer }: { readonly pointer: string }) => pointer) : status
        )
      assert.deepStrictEqual(yield* attempt({ remote_id: "onb-1 " }), ["#/remote_id"])
      assert.deepStrictEqual(yield* attempt({ remote_id: " onb-1" }), ["#/remote_id"])
      assert.deepStrictEqual(yield* attempt({ employee: { remote_id: "emp 1\u00a0" } }), [
        "#/employee/remote_id"
      ])
      const named = (given_name: string) => ({ employee_detail: { identity: { given_name } } })
      for (const name of ["<script>alert()</script>", "Niamh {{x}}", "=cmd"]) {
        assert.deepStrictEqual(yield* attempt(named(name)), ["#/employee_detail/identity/given_name"])
      }
      assert.strictEqual(yield* attempt({ remote_id: "onb 1", ...named("Niamh-Rós s/o Séan") }), 201)
    })
  )
})

layer(TestHttp.layer, { excludeTestServices: true })("the whole tax file number", (it) => {
  it.effect("is answered to a product that may read it, is not to be stored, and each read is recorded", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const session = yield* aSession()
      yield* walkTo(session, "super_disclaimer")
      yield* permit(session)
      const requestId = "01a1fb82-8f40-7000-8000-0000000000d1"
      for (const _ of [1, 2]) {
        const { body, headers, status } = yield* call(session, "GET", "/tfn", {
          headers: { "x-request-id": requestId }
        })
        assert.strictEqual(status, 200)
        assert.deepStrictEqual(body, { data: { tfn: "123456782" }, version: "v1" })
        assert.strictEqual(headers.get("cache-control"), "no-store")
      }
      const entries = yield* sql`SELECT actor_kind, request_id, detail FROM audit_log
        WHERE entity_id = ${session.id} AND action = 'tax_file_number.decrypt'`
      const entry = { actor_kind: "api_key", request_id: requestId, detail: { purpose: "partner_read" } }
      assert.deepStrictEqual(entries, [entry, entry])
    })
  )

  it.effect("is refused with 403 to a product without the permission, whatever the session", () =>
    Effect.gen(function* () {
      const session = yield* aSession()
      yield* walkTo(session, "super_disclaimer")
      const { body, status } = yield* call(session, "GET", "/tfn")
      assert.strictEqual(status, 403)
      assert.strictEqual(body.code, "tfn_access_not_permitted")
      assert.notInclude(withoutIds(JSON.stringify(body)), "782")
    })
  )

  it.effect("is 404 where there is none, where it was destroyed, and for another product's session", () =>
    Effect.gen(function* () {
      const session = yield* aSession()
      yield* permit(session)
      const none = yield* call(session, "GET", "/tfn")
      assert.deepInclude(none.body, { status: 404, code: "tfn_not_available" })
      yield* walkTo(session, "super_disclaimer")
      yield* call(session, "POST", "/erase")
      const erased = yield* call(session, "GET", "/tfn")
      assert.deepInclude(erased.body, { status: 404, code: "tfn_not_available" })
      const other = yield* aSession()
      const foreign = yield* call({ ...other, productId: session.productId }, "GET", "/tfn")
      assert.deepInclude(foreign.body, { status: 404, code: "not_found" })
    })
  )
})
