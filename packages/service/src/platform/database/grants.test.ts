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

  it.effect("refuses a role that isn't there", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* run(["migrate", "--grant-to", "no.body"])
      assert.strictEqual(code, 1)
      assert.include(stderr, "There is no role no.body on the database's server.\n")
    })
  )

  /** What a role was given before, how `migrate` names it, and how it is taken back. */
  const TOO_MUCH: Readonly<Record<string, readonly [given: string, power: string]>> = {
    CREATEROLE: ["ALTER ROLE tried CREATEROLE", "may make itself a member of other roles (CREATEROLE)"],
    SUPERUSER: ["ALTER ROLE tried SUPERUSER", "is a superuser"],
    "the owner's membership": [`GRANT OWNER TO tried`, "owns tables of the service (as OWNER)"],
    "the owner's membership, without inheriting": [
      `ALTER ROLE tried NOINHERIT; GRANT OWNER TO tried`,
      "owns tables of the service (as OWNER)"
    ],
    "a group that may write, without inheriting": [
      "ALTER ROLE tried NOINHERIT; GRANT UPDATE, DELETE ON audit_log TO tried_group; GRANT tried_group TO tried",
      "may change what is in audit_log (as tried_group)"
    ],
    "a group that has CREATEROLE": [
      "ALTER ROLE tried_group CREATEROLE; GRANT tried_group TO tried",
      "may make itself a member of other roles (CREATEROLE) (as tried_group)"
    ],
    "a group that owns a table": [
      "GRANT tried_group TO tried; GRANT CREATE ON SCHEMA public TO tried_group; ALTER TABLE employers OWNER TO tried_group; REVOKE CREATE ON SCHEMA public FROM tried_group",
      "owns tables of the service (as tried_group)"
    ],
    "CREATE on the database": [
      "GRANT CREATE ON DATABASE DATABASE_NAME TO tried",
      "may create schemas in the database DATABASE_NAME"
    ],
    "CREATE on the schema, by PUBLIC": [
      "GRANT CREATE ON SCHEMA public TO PUBLIC",
      "may create tables in the schema public"
    ],
    "UPDATE, by PUBLIC": ["GRANT UPDATE ON audit_log TO PUBLIC", "may change what is in audit_log"],
    "UPDATE of a column, by PUBLIC": [
      "GRANT UPDATE (actor_id) ON audit_log TO PUBLIC",
      "may change what is in audit_log"
    ],
    "UPDATE of a column, by a group": [
      "GRANT UPDATE (hash) ON audit_seals TO tried_group; GRANT tried_group TO tried",
      "may change what is in audit_seals"
    ],
    "INSERT of a migration, by PUBLIC": [
      "GRANT INSERT (name) ON migrations TO PUBLIC",
      "may add to migrations"
    ],
    "writing all data": ["GRANT pg_write_all_data TO tried", "may change what is in audit_log"],
    "the server's programs": [
      "GRANT pg_execute_server_program TO tried",
      "may use the server's files and programs (as pg_execute_server_program)"
    ]
  }

  it.effect.each(Object.keys(TOO_MUCH))("refuses a role that has %s, and says why", (given) =>
    Effect.gen(function* () {
      const url = new URL(Redacted.value(yield* DatabaseUrl))
      const named = (text: string) =>
        text
          .replaceAll("OWNER TO tried_group", "\u0000")
          .replaceAll("OWNER", url.username)
          .replaceAll("\u0000", "OWNER TO tried_group")
          .replaceAll("DATABASE_NAME", url.pathname.slice(1))
      const [statements = "", power = ""] = TOO_MUCH[given] ?? []
      const all = (text: string) => Effect.forEach(named(text).split("; "), statement, { discard: true })
      yield* all("CREATE ROLE tried; CREATE ROLE tried_group")
      yield* all(statements)
      const { code, stderr } = yield* run(["migrate", "--grant-to", "tried"])
      yield* all(
        "REASSIGN OWNED BY tried_group TO CURRENT_USER; DROP OWNED BY tried, tried_group; DROP ROLE tried, tried_group; " +
          "REVOKE CREATE ON SCHEMA public FROM PUBLIC; REVOKE ALL ON audit_log FROM PUBLIC; REVOKE ALL ON migrations FROM PUBLIC"
      )
      assert.strictEqual(code, 1)
      const [problem = ""] = stderr.split("\n")
      assert.match(problem, /^The role \S+ may do more than run the service: it /)
      assert.include(problem, named(power))
    })
  )

  it.effect("leaves a role that may do no more, though it is in a group and inherits nothing", () =>
    Effect.gen(function* () {
      yield* statement("CREATE ROLE fit NOINHERIT")
      yield* statement("CREATE ROLE fit_group")
      yield* statement("GRANT fit_group TO fit")
      const { code } = yield* run(["migrate", "--grant-to", "fit"])
      yield* statement("DROP OWNED BY fit, fit_group")
      yield* statement("DROP ROLE fit, fit_group")
      assert.strictEqual(code, 0)
    })
  )
})
