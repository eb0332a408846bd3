import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { TestDatabase } from "../../../test/TestDatabase.ts"
import { newId } from "../ids/newId.ts"
import { audit, operator } from "./audit.ts"

layer(TestDatabase.layer)("the audit log", (it) => {
  it.effect("says who did what to which thing, and when", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* TestClock.setTime(Date.UTC(2026, 10, 21))
      const id = yield* newId
      const entity = { kind: "partner", id }
      yield* audit({
        actor: yield* operator,
        action: "partner.create",
        entity,
        detail: { fields: ["name", "slug"] }
      })
      const [row] = yield* sql`SELECT * FROM audit_log`
      assert.deepInclude(row, {
        occurred_at: new Date("2026-11-21T00:00:00Z"),
        actor_kind: "operator",
        action: "partner.create",
        entity_kind: "partner",
        entity_id: id,
        product_id: null,
        detail: { fields: ["name", "slug"] }
      })
    })
  )

  it.effect.each([
    ["https://a.example/help?email=mia@b.example", "https://a.example/help"],
    ["https://a.example/help#mia", "https://a.example/help"],
    ["https://mia:secret@a.example:8443/x@y?z", "https://a.example:8443/x@y"],
    ["sftp://mia@a.example", "sftp://a.example"],
    ["http://localhost:*", "http://localhost:*"],
    ["what? #1", "what? #1"]
  ] as const)("keeps of an address no query, fragment or user: %s", ([given, kept]) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* audit({
        actor: yield* operator,
        action: "product.look",
        entity: { kind: "product", id: yield* newId },
        detail: { url: given },
        change: { changed: ["url", "origins"], before: { url: given }, after: { origins: [given] } }
      })
      const [row] = yield* sql`SELECT detail FROM audit_log ORDER BY id DESC LIMIT 1`
      assert.deepStrictEqual(row, {
        detail: {
          url: kept,
          changed: ["url", "origins"],
          before: { url: kept },
          after: { origins: [kept] }
        }
      })
    })
  )

  it.effect("loses what its transaction rolls back", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const action = "onboarding_session.anonymise"
      const entry = audit({ actor: { kind: "system" }, action })
      yield* Effect.ignore(sql.withTransaction(Effect.andThen(entry, Effect.fail("no"))))
      assert.deepStrictEqual(yield* sql`SELECT id FROM audit_log WHERE action = ${action}`, [])
    })
  )

  it.effect("takes entries and lets none be changed, or removed before seven years", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const entry = { actor_kind: "operator", action: "partner.create" }
      const old = new Date("2000-01-01T00:00:00Z")
      yield* sql`INSERT INTO audit_log ${sql.insert({ ...entry, id: yield* newId })}`
      yield* sql`INSERT INTO audit_log ${sql.insert({ ...entry, id: yield* newId, occurred_at: old })}`
      for (const change of [sql`UPDATE audit_log SET actor_id = 'me'`, sql`DELETE FROM audit_log`])
        assert.strictEqual((yield* Effect.flip(change)).reason._tag, "ConstraintError")
      const removed =
        yield* sql`DELETE FROM audit_log WHERE occurred_at < now() - interval '7 years' RETURNING id`
      assert.lengthOf(removed, 1)
    })
  )
})
