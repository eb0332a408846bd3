import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as PgClient from "@effect/sql-pg/PgClient"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { aFile, runHere } from "../../../test/admin.ts"
import { asServiceRole, SERVICE_ROLE } from "../../../test/postgres.ts"
import { TestDatabase, withMigrations } from "../../../test/TestDatabase.ts"
import { newId } from "../ids/newId.ts"
import { DatabaseUrl } from "./DatabaseUrl.ts"
import { migrate } from "./migrate.ts"

/** Runs statements as the role that runs the service, on the test's database. */
const asService = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.flatMap(DatabaseUrl, (url) =>
    Effect.provide(
      effect,
      PgClient.layer({ url: Redacted.make(asServiceRole(Redacted.value(url))), maxConnections: 1 }),
      { local: true }
    )
  )

const statement = (text: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text))

/** How the server refuses a statement of the service's role; undefined if it doesn't. */
const refusalOf = (text: string) =>
  asService(statement(text)).pipe(
    Effect.as(undefined),
    Effect.catchTag("SqlError", ({ reason }) => Effect.succeed(reason._tag))
  )

const REFUSED = [
  "TRUNCATE audit_log",
  "DELETE FROM audit_log WHERE false",
  "UPDATE audit_log SET actor_id = 'me'",
  "DELETE FROM audit_seals WHERE false",
  "UPDATE audit_seals SET seq = seq + 1",
  "ALTER TABLE audit_log DISABLE TRIGGER audit_log_is_append_only",
  "SET session_replication_role = replica",
  "DROP TABLE audit_log",
  "CREATE TABLE mine (id int)",
  "CREATE INDEX mine ON employers (id)",
  "CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
  "CREATE OR REPLACE FUNCTION platform_now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT now()'",
  "ALTER TABLE employers ADD COLUMN mine int",
  "TRUNCATE effect_queue",
  "DELETE FROM migration_digests WHERE false",
  "INSERT INTO migrations (name) VALUES ('9999_mine')"
]

layer(TestDatabase.layer)("the role that runs the service", (it) => {
  it.effect.each(REFUSED)("is refused by the server: %s", (text) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* refusalOf(text), "AuthorizationError")
    })
  )

  it.effect("adds to the audit log, and reads it", () =>
    Effect.gen(function* () {
      const entry = { id: yield* newId, actor_kind: "operator", action: "partner.create" }
      const rows = yield* asService(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`INSERT INTO audit_log ${sql.insert(entry)}`
          return yield* sql`SELECT id, actor_kind, action FROM audit_log`
        })
      )
      assert.deepStrictEqual(rows, [entry])
    })
  )

  it.effect("may read and write the rows of every other table, and draw from each sequence", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const lacking = yield* sql`
        SELECT relname FROM pg_class
        WHERE relnamespace = 'public'::regnamespace
          AND CASE relkind WHEN 'S' THEN NOT has_sequence_privilege(${SERVICE_ROLE}, oid, 'USAGE')
            WHEN 'r' THEN NOT has_table_privilege(${SERVICE_ROLE}, oid, 'SELECT')
              OR NOT has_table_privilege(${SERVICE_ROLE}, oid, 'INSERT')
              OR NOT has_table_privilege(${SERVICE_ROLE}, oid, 'UPDATE')
              OR NOT has_table_privilege(${SERVICE_ROLE}, oid, 'DELETE') ELSE false END
        ORDER BY relname`
      assert.deepStrictEqual(lacking, [
        { relname: "audit_log" },
        { relname: "audit_seals" },
        { relname: "migration_digests" },
        { relname: "migrations" }
      ])
    })
  )

  it.effect("may use what a later `migrate` makes, and no more than before", () =>
    Effect.gen(function* () {
      yield* statement(`GRANT UPDATE ON audit_log TO ${SERVICE_ROLE}`)
      const { granted } = yield* migrate(
        withMigrations({ "9001_added": statement("CREATE TABLE added (id int)") })
      )
      assert.deepStrictEqual(granted, [SERVICE_ROLE])
      assert.isUndefined(yield* refusalOf("INSERT INTO added VALUES (1)"))
      assert.strictEqual(yield* refusalOf("UPDATE audit_log SET actor_id = 'me'"), "AuthorizationError")
    })
  )
})

const own = TestDatabase.layer.pipe(Layer.provideMerge(NodeFileSystem.layer))

/** Runs a command on the test's database. */
const run = Effect.fnUntraced(function* (args: ReadonlyArray<string>, as: (url: string) => string = String) {
  const fs = yield* FileSystem.FileSystem
  return yield* runHere(args, {
    DATABASE_URL: as(Redacted.value(yield* DatabaseUrl)),
    DATA_DIR: yield* fs.makeTempDirectoryScoped(),
    MASTER_KEY_FILE: yield* aFile(Buffer.alloc(32, 7).toString("base64"))
  })
})

layer(own, { excludeTestServices: true })("`migrate --grant-to`", (it) => {
  it.effect("gives a role what it needs to run the service, and says so", () =>
    Effect.gen(function* () {
      yield* statement(`DROP OWNED BY ${SERVICE_ROLE}`)
      const before = yield* run(["admin", "partner", "list"], asServiceRole)
      assert.strictEqual(before.code, 1)
      assert.match(
        before.stderr,
        /The service's tables can't be read \(permission denied for table migration_digests\)\.\n.* `migrate --grant-to`/
      )
      const { code, stdout } = yield* run(["migrate", "--grant-to", SERVICE_ROLE])
      assert.deepStrictEqual(
        { code, stdout },
        { code: 0, stdout: `Nothing to migrate.\nMay run the service: ${SERVICE_ROLE}.\n` }
      )
      const after = yield* run(["admin", "partner", "create", "Wattle HR"], asServiceRole)
      assert.strictEqual(after.code, 0)
    })
  )

  it.effect("is named to a role that may not even use the schema", () =>
    Effect.gen(function* () {
      yield* statement(`REVOKE USAGE ON SCHEMA public FROM PUBLIC, ${SERVICE_ROLE}`)
      for (const command of ["partner list", "status", "versions"]) {
        const { code, stderr } = yield* run(["admin", ...command.split(" ")], asServiceRole)
        assert.strictEqual(code, 1)
        assert.match(
          stderr,
          /^The service's tables can't be read \(permission denied for schema public\)\.\n.* `migrate --grant-to`/m,
          command
        )
      }
      yield* run(["migrate", "--grant-to", SERVICE_ROLE])
      yield* statement("GRANT USAGE ON SCHEMA public TO PUBLIC")
      assert.strictEqual((yield* run(["admin", "partner", "list"], asServiceRole)).code, 0)
    })
  )

  it.effect("by a role that doesn't own the database is refused in a sentence", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* run(["migrate"], asServiceRole)
      assert.strictEqual(code, 1)
      assert.include(stderr, "The database can't be migrated (permission denied for schema public).\n")
      assert.include(stderr, "must own the database")
    })
  )

  it.effect(
    "refuses a role that isn't there, one that owns the tables, and one that could still do more",
    () =>
      Effect.gen(function* () {
        const there = yield* run(["migrate", "--grant-to", "no.body"])
        assert.include(there.stderr, "There is no role no.body on the database's server.\n")
        const url = new URL(Redacted.value(yield* DatabaseUrl))
        const owner = yield* run(["migrate", "--grant-to", url.username])
        assert.include(owner.stderr, `The role ${url.username} owns the service's tables, `)
        yield* statement("GRANT CREATE ON SCHEMA public TO PUBLIC")
        const more = yield* run(["migrate"])
        assert.include(
          more.stderr,
          `The role ${SERVICE_ROLE} may still create tables in the schema public: by a grant to PUBLIC`
        )
        yield* statement("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
        yield* statement("GRANT UPDATE ON audit_log TO PUBLIC")
        const changes = yield* run(["migrate"])
        assert.include(changes.stderr, `The role ${SERVICE_ROLE} may still change what is in audit_log: `)
        assert.deepStrictEqual([there.code, owner.code, more.code, changes.code], [1, 1, 1, 1])
      })
  )
})
