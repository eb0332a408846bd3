import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { admin } from "../../../test/admin.ts"
import { entries, seal, sealing } from "../../../test/auditSeals.ts"
import { openTransaction } from "../../../test/openTransaction.ts"
import { newId } from "../ids/newId.ts"
import { LATE, makeSealing } from "./sealing.ts"
import { sealsRepo } from "./SealsRepo.ts"
import { verifySeals } from "./verifySeals.ts"

layer(sealing, { excludeTestServices: true })("the seals of the audit log", (it) => {
  it.effect("cover each entry once, in order, also if two processes seal at once", () =>
    Effect.gen(function* () {
      yield* entries(5)
      const added = yield* Effect.all([seal, seal, seal], { concurrency: "unbounded" })
      yield* seal
      assert.isAtMost(Math.max(...added), 5)
      const result = yield* verifySeals()
      assert.deepStrictEqual([result.sealed, result.waiting, result.bad], [5, 0, []])
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
      assert.deepStrictEqual((yield* verifySeals()).bad, [])
    }).pipe(Effect.scoped)
  )

  it.effect("that the version without a head added are continued, and the head follows", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const head = sql<{ seq: bigint }>`SELECT * FROM audit_head`
      yield* entries(1)
      yield* seal
      const [before] = yield* head
      yield* entries(2, 30)
      yield* seal
      yield* sql`UPDATE audit_head SET ${sql.update({ ...before })}`
      assert.deepStrictEqual((yield* verifySeals()).bad, [])
      assert.strictEqual(yield* seal, 0)
      assert.strictEqual((yield* head)[0]?.seq, (before?.seq ?? 0n) + 2n)
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
      assert.deepStrictEqual((yield* verifySeals()).bad, [])
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
