/** What becomes of the seals, and of their check, where somebody changes the log or the seals past the service. */
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { admin } from "../../../test/admin.ts"
import { entries, seal, sealing, tried } from "../../../test/auditSeals.ts"
import { BrokenChain } from "./chainHead.ts"
import { verifySeals } from "./verifySeals.ts"

layer(sealing, { excludeTestServices: true })("the seals of a falsified log", (it) => {
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
      const [first = ""] = yield* entries(3)
      yield* seal
      const named = (text: string) => text.replaceAll("$1", first)
      const ends = statement.startsWith("UPDATE audit_seals s")
        ? "ALTER TABLE audit_seals DROP CONSTRAINT audit_seals_entry_at_entry_id_key; "
        : ""
      const { bad } = yield* tried(ends + named(statement), Effect.void)
      assert.match(bad[0] ?? "nothing", new RegExp(found.source.replaceAll("\\$1", first)))
      assert.deepStrictEqual((yield* verifySeals()).bad, [])
    })
  )

  it.effect.each([
    ["all seals", "DELETE FROM audit_seals"],
    ["the last seals", "DELETE FROM audit_seals WHERE seq >= $k"],
    ["the last seal", "DELETE FROM audit_seals WHERE seq = (SELECT max(seq) FROM audit_seals)"],
    ["all seals and their head", "WITH gone AS (DELETE FROM audit_seals) DELETE FROM audit_head"],
    [
      "the last seals and the head",
      "WITH gone AS (DELETE FROM audit_seals WHERE seq >= $k) DELETE FROM audit_head"
    ],
    [
      "the last seals, with another seal as head",
      "WITH gone AS (DELETE FROM audit_seals WHERE seq >= $k) " +
        "UPDATE audit_head SET seq = s.seq, hash = s.hash FROM audit_seals s WHERE s.seq = $k - 1"
    ],
    [
      "all seals, with a head of none",
      "WITH gone AS (DELETE FROM audit_seals) UPDATE audit_head SET seq = 0, hash = decode(repeat('00', 32), 'hex')"
    ],
    [
      "all seals, the head and the vault's key",
      "WITH gone AS (DELETE FROM audit_seals), key AS (DELETE FROM vault_keys) DELETE FROM audit_head"
    ],
    [
      "all seals and the head, with the vault's key unmarked",
      "WITH gone AS (DELETE FROM audit_seals), key AS (UPDATE vault_keys SET sealed = set_byte(sealed, 0, 1)) " +
        "DELETE FROM audit_head"
    ]
  ] as const)("aren't made again by the service where somebody deleted %s", ([, statement]) =>
    Effect.gen(function* () {
      yield* entries(3)
      yield* seal
      const k = ((yield* verifySeals()).head?.seq ?? 0n) - 1n
      const outcome = yield* tried(statement.replaceAll("$k", String(k)), seal)
      assert.instanceOf(outcome.result, BrokenChain)
      assert.isAbove(outcome.bad.length, 0)
      assert.deepStrictEqual((yield* verifySeals()).bad, [])
    })
  )

  it.effect("go on behind a broken chain once an operator has it so, and who that was is recorded", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const refused = yield* admin("audit resume")
      assert.strictEqual(refused.code, 1)
      assert.include(refused.output, "There is nothing to resume")
      yield* entries(1)
      yield* seal
      yield* sql`UPDATE audit_head SET mac = hash`
      assert.instanceOf(yield* Effect.flip(seal), BrokenChain)
      const resumed = yield* admin("audit resume --as mia.k")
      assert.strictEqual(resumed.code, 0)
      assert.match(resumed.output, /behind seal \d+; before: the head of the chain was removed or altered\n$/)
      assert.strictEqual(yield* seal, 1)
      assert.deepStrictEqual((yield* verifySeals()).bad, [])
      assert.include((yield* admin("audit --action audit.resume")).output, "by operator mia.k")
    })
  )

  it.effect("cut off at the end with the head of that time are shown to a reader who kept a later head", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* entries(2)
      yield* seal
      const [old] = yield* sql`SELECT * FROM audit_head`
      const [last = ""] = yield* entries(1, 30)
      yield* seal
      const { head } = yield* verifySeals()
      const outcome = yield* tried(
        `WITH gone AS (DELETE FROM audit_seals WHERE entry_id = '${last}') DELETE FROM audit_log WHERE id = '${last}'`,
        Effect.gen(function* () {
          yield* sql`UPDATE audit_head SET ${sql.update({ ...old })}`
          return (yield* verifySeals(head)).bad
        })
      )
      assert.deepStrictEqual(outcome.bad, [])
      assert.deepStrictEqual(outcome.result, [
        `the chain ends before seal ${head?.seq}, the head that you gave: entries at its end were removed`
      ])
    })
  )

  it.effect.each([
    [
      "an entry without end",
      "INSERT INTO audit_log (id, occurred_at, actor_kind, action) VALUES (gen_random_uuid(), 'infinity', 'system', 'a.b')"
    ],
    [
      "an entry before all",
      "INSERT INTO audit_log (id, occurred_at, actor_kind, action) VALUES (gen_random_uuid(), '-infinity', 'system', 'a.b')"
    ],
    [
      "an entry of Caesar's",
      "INSERT INTO audit_log (id, occurred_at, actor_kind, action) VALUES (gen_random_uuid(), '0044-03-15 BC', 'system', 'a.b')"
    ],
    [
      "an entry of the year 12000",
      "INSERT INTO audit_log (id, occurred_at, actor_kind, action) VALUES (gen_random_uuid(), '12000-01-01', 'system', 'a.b')"
    ],
    [
      "the last seal of all",
      "INSERT INTO audit_seals SELECT 9223372036854775807, now(), gen_random_uuid(), sha256('a'), sha256('b')"
    ],
    [
      "a seal that leaves one out",
      "INSERT INTO audit_seals SELECT max(seq) + 2, now(), gen_random_uuid(), sha256('a'), sha256('b') FROM audit_seals"
    ],
    [
      "a seal without end",
      "INSERT INTO audit_seals SELECT max(seq) + 1, 'infinity', gen_random_uuid(), sha256('a'), sha256('b') FROM audit_seals"
    ]
  ] as const)("aren't ended by %s: it is refused", ([, statement]) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* entries(1)
      yield* seal
      assert.strictEqual((yield* Effect.flip(sql.unsafe(statement))).reason._tag, "ConstraintError")
    })
  )

  it.effect("aren't ended by a session that has another table of their name in its temporary schema", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const outcome = sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`CREATE TEMPORARY TABLE audit_seals ON COMMIT DROP AS SELECT 9223372036854775806 AS seq`
          yield* sql`INSERT INTO public.audit_seals
            SELECT 9223372036854775807, now(), gen_random_uuid(), sha256('a'), sha256('b')`
        })
      )
      assert.strictEqual((yield* Effect.flip(outcome)).reason._tag, "ConstraintError")
    })
  )

  const BEFORE_CHECKS =
    "ALTER TABLE audit_log DROP CONSTRAINT audit_log_time, DISABLE TRIGGER USER; ALTER TABLE audit_seals DROP CONSTRAINT audit_seals_time; "

  it.effect.each([
    [
      "a foreign seal",
      "INSERT INTO audit_seals SELECT max(seq) + 1, now(), gen_random_uuid(), sha256('a'), sha256('b') FROM audit_seals",
      /^seal \d+ doesn't follow/
    ],
    [
      "a foreign seal of the future",
      "INSERT INTO audit_seals SELECT max(seq) + 1, '2999-12-31', gen_random_uuid(), sha256('a'), sha256('b') FROM audit_seals",
      /^seal \d+ doesn't follow/
    ],
    [
      "an entry of the future",
      "INSERT INTO audit_log (id, occurred_at, actor_kind, action) VALUES (gen_random_uuid(), '2999-12-31', 'system', 'a.b')",
      undefined
    ],
    [
      "an entry of an hour ago",
      "INSERT INTO audit_log (id, occurred_at, actor_kind, action) VALUES (gen_random_uuid(), now() - interval '1 hour', 'system', 'a.b')",
      /has no seal after more than 10m/
    ],
    [
      "an older entry without end",
      BEFORE_CHECKS +
        "INSERT INTO audit_log (id, occurred_at, actor_kind, action) VALUES (gen_random_uuid(), 'infinity', 'system', 'a.b')",
      /has no seal/
    ],
    [
      "an older entry before all",
      BEFORE_CHECKS +
        "INSERT INTO audit_log (id, occurred_at, actor_kind, action) VALUES (gen_random_uuid(), '-infinity', 'system', 'a.b')",
      /has no seal/
    ],
    [
      "an older seal without end",
      BEFORE_CHECKS +
        "INSERT INTO audit_seals SELECT max(seq) + 1, 'infinity', gen_random_uuid(), sha256('a'), sha256('b') FROM audit_seals",
      /^seal \d+ doesn't follow/
    ]
  ] as const)("go on behind %s, and so does their check", ([, statement, found]) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* entries(1)
      yield* seal
      const outcome = yield* tried(
        statement,
        Effect.gen(function* () {
          const [later = ""] = yield* entries(1, 30)
          const added = yield* seal
          yield* sql`UPDATE audit_log SET actor_id = 'nobody' WHERE id = ${later}`
          return [added >= 1, later]
        })
      )
      const [isSealed, later] = Array.isArray(outcome.result) ? outcome.result : [outcome.result]
      assert.isTrue(isSealed)
      assert.lengthOf(outcome.bad, found === undefined ? 1 : 2)
      assert.isTrue(outcome.bad.some((bad) => bad.includes(String(later)) && bad.endsWith("was altered")))
      if (found !== undefined)
        assert.isTrue(
          outcome.bad.some((bad) => found.test(bad)),
          outcome.bad.join()
        )
    })
  )

  it.effect.each([
    "FUNCTION sha256(bytea) RETURNS bytea LANGUAGE sql AS $$ SELECT ''::bytea $$",
    "FUNCTION encode(bytea, text) RETURNS text LANGUAGE sql AS $$ SELECT 'lie' $$",
    "FUNCTION convert_to(text, name) RETURNS bytea LANGUAGE sql AS $$ SELECT ''::bytea $$",
    "FUNCTION to_char(timestamp, text) RETURNS text LANGUAGE sql AS $$ SELECT 'lie' $$",
    "FUNCTION timezone(text, timestamptz) RETURNS timestamp LANGUAGE sql AS $$ SELECT NULL::timestamp $$",
    "FUNCTION jsonb_build_array(uuid, text, text, text, uuid, uuid, text, text, uuid, uuid, jsonb) RETURNS jsonb " +
      "LANGUAGE sql AS $$ SELECT '[]'::jsonb $$",
    "OPERATOR = (LEFTARG = uuid, RIGHTARG = uuid, FUNCTION = lie)"
  ])("aren't checked by another %s than PostgreSQL's own", (lie) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* entries(2)
      yield* seal
      const outcome = yield* tried(
        "CREATE FUNCTION lie(uuid, uuid) RETURNS boolean LANGUAGE sql AS $$ SELECT false $$",
        Effect.gen(function* () {
          yield* sql.unsafe(`CREATE ${lie}`)
          yield* sql`SET LOCAL search_path = public, pg_catalog`
          return (yield* verifySeals()).bad
        })
      )
      assert.deepStrictEqual(outcome.result, [])
    })
  )
})
