import { assert, layer } from "@effect/vitest"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { admin } from "../../../test/admin.ts"
import { openTransaction } from "../../../test/openTransaction.ts"
import { TestDatabase } from "../../../test/TestDatabase.ts"
import { TestVault } from "../../../test/TestSettings.ts"
import { newId } from "../ids/newId.ts"
import { LATE, makeSealing } from "./sealing.ts"
import { sealsRepo } from "./SealsRepo.ts"
import { verifySeals } from "./verifySeals.ts"

const services = Layer.mergeAll(TestVault.layer, NodeServices.layer).pipe(
  Layer.provideMerge(TestDatabase.layer)
)

/** Writes entries of these times, one second apart; returns their ids. */
const entries = Effect.fnUntraced(function* (count: number, secondsAgo = 60) {
  const sql = yield* SqlClient.SqlClient
  const ids = yield* Effect.replicateEffect(newId, count)
  for (const [index, id] of ids.entries()) {
    yield* sql`INSERT INTO audit_log (id, occurred_at, actor_kind, action)
      VALUES (${id}, now() - ${secondsAgo - index}::int * interval '1 second', 'operator', 'partner.create')`
  }
  return ids
})

const seal = Effect.flatMap(makeSealing, (run) => run())

layer(services, { excludeTestServices: true })("the seals of the audit log", (it) => {
  it.effect("cover each entry once, in order, also if two processes seal at once", () =>
    Effect.gen(function* () {
      yield* entries(5)
      const added = yield* Effect.all([seal, seal, seal], { concurrency: "unbounded" })
      yield* seal
      assert.isAtMost(Math.max(...added), 5)
      const result = yield* verifySeals()
      assert.deepStrictEqual([result.sealed, result.waiting, result.bad], [5n, 0, undefined])
      assert.strictEqual(yield* seal, 0)
    })
  )

  it.effect("cover an entry that is committed after later ones", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const id = yield* newId
      const late = yield* openTransaction(
        sql`INSERT INTO audit_log (id, occurred_at, actor_kind, action)
          VALUES (${id}, now() - interval '50 seconds', 'operator', 'partner.create')`
      )
      yield* entries(2, 20)
      assert.strictEqual(yield* seal, 2)
      yield* late.commit
      assert.strictEqual(yield* seal, 1)
      assert.isUndefined((yield* verifySeals()).bad)
    }).pipe(Effect.scoped)
  )

  it.effect.each([
    ["an altered entry", "UPDATE audit_log SET actor_id = 'nobody' WHERE id = '$1'", /\$1 .* was altered$/],
    ["a deleted entry", "DELETE FROM audit_log WHERE id = '$1'", /\$1 .* was deleted$/],
    [
      "an entry whose time was changed",
      "UPDATE audit_log SET occurred_at = now() WHERE id = '$1'",
      /\$1 .* was deleted$/
    ],
    [
      "an entry that was deleted with its seal",
      "WITH gone AS (DELETE FROM audit_log WHERE id = '$1') DELETE FROM audit_seals WHERE entry_id = '$1'",
      /^seal \d+ is missing/
    ],
    [
      "an entry that was altered with the digest of its seal",
      "UPDATE audit_seals SET digest = sha256('x') WHERE entry_id = '$1'",
      /^seal \d+ doesn't follow from the seal before/
    ],
    [
      "a seal that names another entry",
      "UPDATE audit_seals s SET entry_id = o.entry_id, entry_at = o.entry_at, digest = o.digest FROM audit_seals o " +
        "WHERE s.entry_id = '$1' AND o.seq = s.seq + 1",
      /^seal \d+ doesn't follow/
    ],
    [
      "an entry that was inserted behind the chain",
      "INSERT INTO audit_log (id, occurred_at, actor_kind, action) " +
        "VALUES (gen_random_uuid(), now() - interval '3 days', 'operator', 'partner.create')",
      /has no seal/
    ]
  ] as const)("show %s", ([, statement, found]) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [first = ""] = yield* entries(3)
      yield* seal
      const named = (text: string) => text.replaceAll("$1", first)
      const bad = yield* sql
        .withTransaction(
          Effect.gen(function* () {
            yield* sql`ALTER TABLE audit_log DISABLE TRIGGER USER`
            yield* sql`ALTER TABLE audit_seals DISABLE TRIGGER USER`
            if (statement.startsWith("UPDATE audit_seals s"))
              yield* sql`ALTER TABLE audit_seals DROP CONSTRAINT audit_seals_entry_at_entry_id_key`
            yield* sql.unsafe(named(statement))
            return yield* Effect.fail({ bad: (yield* verifySeals()).bad })
          })
        )
        .pipe(Effect.flip)
      assert.match(
        "bad" in bad ? (bad.bad ?? "nothing") : String(bad),
        new RegExp(found.source.replaceAll("\\$1", first))
      )
      assert.isUndefined((yield* verifySeals()).bad)
    })
  )

  it.effect("show entries that were cut off at the end, to a reader who kept the head", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* entries(2)
      yield* seal
      const head = (yield* verifySeals()).head
      assert.isDefined(head)
      const cut = Effect.gen(function* () {
        yield* sql`ALTER TABLE audit_log DISABLE TRIGGER USER`
        yield* sql`ALTER TABLE audit_seals DISABLE TRIGGER USER`
        yield* sql`WITH gone AS (DELETE FROM audit_seals WHERE seq = ${String(head?.seq)}::bigint RETURNING *)
          DELETE FROM audit_log a USING gone g WHERE a.id = g.entry_id`
        return yield* Effect.fail([(yield* verifySeals()).bad, (yield* verifySeals(head)).bad])
      })
      const [alone, known] = yield* Effect.flip(sql.withTransaction(cut)).pipe(
        Effect.map((failed) => (Array.isArray(failed) ? failed : [String(failed), String(failed)]))
      )
      assert.isUndefined(alone)
      assert.include(known, "the chain ends before seal")
    })
  )

  it.effect("outlive entries of more than seven years ago", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [old] = yield* Effect.all([newId])
      yield* sql`INSERT INTO audit_log (id, occurred_at, actor_kind, action)
        VALUES (${old}, now() - interval '8 years', 'operator', 'partner.create')`
      // Written behind the chain; so it is sealed by a look that far back.
      yield* Effect.flatMap(makeSealing, (run) => run(Duration.days(3000)))
      yield* sql`DELETE FROM audit_log WHERE id = ${old}`
      assert.isUndefined((yield* verifySeals()).bad)
    })
  )

  it.effect("can't be changed, removed or emptied, nor the log be emptied", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (const change of [
        sql`UPDATE audit_seals SET seq = seq + 1000`,
        sql`DELETE FROM audit_seals`,
        sql`TRUNCATE audit_seals`,
        sql`TRUNCATE audit_log`
      ])
        assert.strictEqual((yield* Effect.flip(change)).reason._tag, "ConstraintError")
    })
  )

  it.effect("are checked and exported by the operator's commands", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* entries(1)
      yield* Effect.flatMap(makeSealing, (run) => run(LATE))
      const verified = yield* admin("audit verify")
      assert.match(
        verified.output,
        /^intact: \d+ entries are as they were sealed; \d+ wait for their seals$/m
      )
      const [, head = ""] = /^head (\d+:[0-9a-f]{64})$/m.exec(verified.output) ?? []
      assert.strictEqual((yield* admin(`audit verify --head ${head}`)).code, 0)
      const other = yield* admin(`audit verify --head ${head.slice(0, -1)}${head.endsWith("0") ? 1 : 0}`)
      assert.strictEqual(other.code, 2)
      assert.include(other.output, "has another hash than the head that you gave")
      assert.strictEqual((yield* admin("audit verify --head 12")).code, 1)

      const { output } = yield* admin("audit export --since 2000-01-01")
      const lines = output
        .trim()
        .split("\n")
        .map((line): unknown => JSON.parse(line))
      const last = yield* (yield* sealsRepo).head
      const [{ count } = { count: 0 }] = yield* sql<{ count: number }>`SELECT count(*)::int FROM audit_log`
      assert.lengthOf(lines, count)
      assert.isTrue(JSON.stringify(lines).includes(last?.hash ?? "none"))
      assert.strictEqual((yield* admin("audit export --since 2999-01-01")).output, "")
    })
  )
})
