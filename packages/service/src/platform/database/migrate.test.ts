import { assert, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { TEMPLATE } from "../../../test/postgres.ts"
import { clonedFrom, onDatabase, TestDatabase, withMigrations } from "../../../test/TestDatabase.ts"
import { OperatorError } from "../OperatorError.ts"
import type { DatabaseUrl } from "./DatabaseUrl.ts"
import { requireMigrated } from "./ledger.ts"
import { migrate } from "./migrate.ts"
import { type Schema, schema } from "./migrations/index.ts"

const NAMES = Object.keys(schema.migrations)

/** The migrations of the versions that stored names only. */
const EARLY = NAMES.filter((name) => name <= "0018_fund_choices")
const LATER = NAMES.filter((name) => !EARLY.includes(name))

/** Makes the database one of a version that stored names only, with some of its migrations. */
const beforeDigests = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP SCHEMA public CASCADE`
  yield* sql`CREATE SCHEMA public`
  const known = Object.entries(schema.migrations).filter(([name]) => names.includes(name))
  yield* migrate({ ...schema, migrations: Object.fromEntries(known) })
  yield* sql`DROP TABLE migration_digests`
})

/** The sentence of a refusal. */
const refusalOf = (known: Schema = schema) =>
  Effect.map(Effect.flip(migrate(known)), (error) =>
    error instanceof OperatorError ? error : assert.fail(String(error))
  )

/** Differences of an earlier preview's schema: title, SQL that makes it, and the sentence that refuses it. */
const DIFFERENCES = [
  [
    "a function has another body",
    `CREATE OR REPLACE FUNCTION platform_now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT clock_timestamp()'`,
    /whose 0001_platform made another schema: function platform_now\(\) is another\./
  ],
  [
    "an index has other columns",
    "DROP INDEX fund_calls_due; CREATE INDEX fund_calls_due ON fund_calls (due_at)",
    /whose 0013_fund_calls made another schema: index fund_calls_due is another\./
  ],
  [
    "a column is too many",
    "ALTER TABLE fund_gates ADD COLUMN mood text NOT NULL DEFAULT 'calm'",
    /whose 0013_fund_calls made another schema: column fund_gates\.mood is too many\./
  ],
  [
    "a column may be empty",
    "ALTER TABLE vault_keys ALTER COLUMN sealed DROP NOT NULL",
    /whose 0001_platform made another schema: column vault_keys\.sealed is another\./
  ],
  [
    "a later migration's column has another default",
    "ALTER TABLE products ALTER COLUMN target_origins SET DEFAULT '{https://a.example}'",
    /whose 0016_embed_openings made another schema: column products\.target_origins is another\./
  ],
  [
    "a check is wider",
    `ALTER TABLE fund_calls DROP CONSTRAINT fund_calls_state_check,
      ADD CONSTRAINT fund_calls_state_check CHECK (state IN ('waiting', 'done', 'stopped', 'superseded', 'odd'))`,
    /whose 0013_fund_calls made another schema: constraint fund_calls\.fund_calls_state_check is another\./
  ],
  [
    "a unique index is too many",
    "CREATE UNIQUE INDEX one_reason ON fund_gates (because)",
    /whose 0013_fund_calls made another schema: index one_reason is too many\./
  ],
  [
    "a trigger is missing",
    "DROP TRIGGER audit_log_is_append_only ON audit_log",
    /whose 0001_platform made another schema: trigger audit_log\.audit_log_is_append_only is missing\./
  ],
  [
    "a table is missing",
    "DROP TABLE service_address",
    /whose 0001_platform made another schema: .*service_address.*\((\d+) more differ, of 0001_platform\)\./
  ]
] as const

/** Objects and settings that an operator may have added. */
const OWN = [
  "CREATE INDEX of_mine ON fund_calls (requested_at)",
  "CREATE TABLE of_mine (id int PRIMARY KEY)",
  "CREATE VIEW of_mine AS SELECT id FROM fund_calls",
  "ALTER TABLE fund_calls SET (autovacuum_vacuum_scale_factor = 0.01)"
]

/** The name of a database of a version that stored names only. Nothing is connected to it, so it can be cloned. */
class Early extends Context.Service<Early, string>()(
  "@embedded-super/service/platform/database/migrate.test/Early"
) {
  static readonly layer = Layer.effect(
    Early,
    Effect.tap(clonedFrom(TEMPLATE), (name) =>
      Effect.provide(beforeDigests(EARLY), onDatabase(name), { local: true })
    )
  )
}

/** Runs a test on a clone of it. */
const onEarly = <A, E>(effect: Effect.Effect<A, E, DatabaseUrl | SqlClient.SqlClient>) =>
  Effect.gen(function* () {
    const name = yield* clonedFrom(yield* Early)
    return yield* Effect.provide(effect, onDatabase(name), { local: true })
  })

layer(Early.layer)("the digests of a database", (it) => {
  it.effect("are added to a database that was made before them, if its schema is the same", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual((yield* migrate()).applied, LATER)
      const rows = yield* sql<{ name: string; digest: string }>`
        SELECT name, digest FROM migration_digests ORDER BY name`
      assert.deepStrictEqual(Object.fromEntries(rows.map(({ digest, name }) => [name, digest])), {
        ...schema.digests
      })
      assert.deepStrictEqual(yield* sql`SELECT FROM pg_namespace WHERE nspname LIKE 'embedded_super%'`, [])
    }).pipe(onEarly)
  )

  it.effect(
    "are added, and what is missing is applied, if such a database has only the first migrations",
    () =>
      Effect.gen(function* () {
        yield* beforeDigests(EARLY.slice(0, -2))
        assert.deepStrictEqual((yield* migrate()).applied, [...EARLY.slice(-2), ...LATER])
      }).pipe(onEarly)
  )

  it.effect.each(DIFFERENCES)(
    "aren't given to a database in which %s: it is refused",
    ([, change, sentence]) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (const statement of change.split("; ")) yield* sql.unsafe(statement)
        const { problem, remedy } = yield* refusalOf()
        assert.match(problem, sentence)
        assert.match(
          remedy,
          /^Nothing was changed\. Run the version that made the database, or point DATABASE_URL/
        )
        assert.deepStrictEqual(yield* sql`SELECT to_regclass('migration_digests') AS found`, [
          { found: null }
        ])
      }).pipe(onEarly)
  )

  it.effect.each(OWN)("are given also beside an operator's own: %s", (statement) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql.unsafe(statement)
      assert.deepStrictEqual((yield* migrate()).applied, LATER)
    }).pipe(onEarly)
  )

  it.effect("aren't given to a database with names of an earlier preview", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO migrations (name) VALUES ('0037_fund_calls_owner')`
      const { problem } = yield* refusalOf()
      assert.match(
        problem,
        /an earlier preview, whose migrations were other files \(it has 0037_fund_calls_owner\)/
      )
    }).pipe(onEarly)
  )

  it.effect("refuse a program whose file is another one", () =>
    Effect.gen(function* () {
      yield* migrate()
      const changed = { ...schema, digests: { ...schema.digests, "0003_funds": "0".repeat(64) } }
      const { problem, remedy } = yield* refusalOf(changed)
      assert.strictEqual(
        problem,
        "The database was made by another file than this program's 0003_funds: their digests differ."
      )
      assert.match(remedy, /^Nothing was changed\. Run the version that last migrated the database/)
    }).pipe(onEarly)
  )
})

layer(TestDatabase.layer)("versions beside each other", (it) => {
  const adding = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`CREATE TABLE added (id int)`)

  it.effect("the version before starts on a database to which a newer one only added", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual((yield* migrate(withMigrations({ "9001_adds": adding }))).applied, ["9001_adds"])
      assert.deepStrictEqual((yield* migrate()).applied, [])
      yield* requireMigrated()
      // Versions from before digests read this table, and refuse a name that they don't know.
      const rows = yield* sql<{ name: string }>`SELECT name FROM migrations WHERE name > '0018_fund_choices'`
      assert.deepStrictEqual(rows, [])
    })
  )

  it.effect("a database that a newer version migrated is refused in one sentence, if that took away", () =>
    Effect.gen(function* () {
      const more = { "9001_adds": adding, "9002_drops": Effect.void }
      yield* migrate(withMigrations(more, { contracting: ["9002_drops"] }))
      const { problem } = yield* refusalOf()
      assert.match(
        problem,
        /by a newer version of this program, which this one can't work beside \(it has 9002_drops\)/
      )
      assert.strictEqual((yield* Effect.flip(requireMigrated())).message.split("\n")[0], problem)
    })
  )
})
