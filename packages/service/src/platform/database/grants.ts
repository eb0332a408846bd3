/**
 * What the role that runs the service may do: read and write rows, and nothing else (D-two-roles). `migrate --grant-to ROLE` gives it
 * that, and each later `migrate` gives it again, for what is new.
 *
 * The trap: a role also has what PUBLIC has, and may act as each role that it is a member of. So at the end the server is asked what
 * the role may do, whoever granted it, and all is rolled back if that is too much.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { OperatorError } from "../OperatorError.ts"

/** Tables that the service only reads, or only adds to. A new table that is append-only belongs here. */
const LESS: Readonly<Record<string, string>> = {
  audit_log: "SELECT, INSERT",
  audit_seals: "SELECT, INSERT",
  migrations: "SELECT",
  migration_digests: "SELECT"
}

const ONLY_READ = Object.keys(LESS).filter((table) => LESS[table] === "SELECT")

const arrayOf = (names: ReadonlyArray<string>) => `ARRAY[${names.map((name) => `'${name}'`).join(", ")}]`

const ROWS = "SELECT, INSERT, UPDATE, DELETE"

const unknown = (role: string) =>
  new OperatorError({
    problem: `There is no role ${role} on the database's server.`,
    remedy: `Make it first: CREATE ROLE ${role} LOGIN PASSWORD '…';`
  })

const refused = (role: string, powers: ReadonlyArray<string>) =>
  new OperatorError({
    problem: `The role ${role} may do more than run the service: it ${powers.join("; it ")}.`,
    remedy:
      "Give another role, or take that away from it, from PUBLIC (REVOKE CREATE ON SCHEMA public FROM PUBLIC, for example) or from " +
      "the role that it is a member of; then run `migrate` again."
  })

/** Roles that `migrate --grant-to` was given before: tables that this role makes are theirs to use. */
const grantedBefore = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql<{ role: string }>`
    SELECT DISTINCT r.rolname AS role
    FROM pg_default_acl d CROSS JOIN LATERAL aclexplode(d.defaclacl) a JOIN pg_roles r ON r.oid = a.grantee
    WHERE d.defaclobjtype = 'r' AND a.privilege_type = 'INSERT' AND r.rolname <> current_user
      AND d.defaclrole = (SELECT oid FROM pg_roles WHERE rolname = current_user)
      AND d.defaclnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())`
)

interface Found {
  /** As SQL writes them. */
  readonly role: string
  readonly schema: string
  readonly database: string
}

const grantsOf = ({ database, role, schema }: Found): ReadonlyArray<string> => [
  `GRANT CONNECT ON DATABASE ${database} TO ${role}`,
  `REVOKE ALL ON SCHEMA ${schema} FROM ${role}`,
  `GRANT USAGE ON SCHEMA ${schema} TO ${role}`,
  `REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${role}`,
  `GRANT ${ROWS} ON ALL TABLES IN SCHEMA ${schema} TO ${role}`,
  ...Object.entries(LESS).flatMap(([table, less]) => [
    `REVOKE ALL ON ${table} FROM ${role}`,
    `GRANT ${less} ON ${table} TO ${role}`
  ]),
  `GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`,
  `GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schema} TO ${role}`,
  `ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT ${ROWS} ON TABLES TO ${role}`,
  `ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT USAGE ON SEQUENCES TO ${role}`,
  `ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT EXECUTE ON FUNCTIONS TO ${role}`
]

/**
 * Why a role may do more than the service needs: what it, or a role that it may act as, has. The traps: a member that doesn't
 * inherit has what its groups have after SET ROLE; and with CREATEROLE a role of PostgreSQL 15 makes itself a member of any
 * that is no superuser.
 */
const powersOf = Effect.fnUntraced(function* (role: string) {
  const sql = yield* SqlClient.SqlClient
  const names = (tables: ReadonlyArray<string>) => sql.literal(arrayOf(tables))
  const rows = yield* sql<{ power: string; via: string | null }>`
    WITH acting AS (
      SELECT oid, rolname, rolsuper, rolcreaterole, nullif(rolname, ${role}) AS via
      FROM pg_roles WHERE pg_has_role(${role}::name, oid, 'MEMBER')
    ), powers AS (
      SELECT 1 AS place, 'is a superuser' AS power, via FROM acting WHERE rolsuper
      UNION ALL SELECT 2, 'owns tables of the service', via FROM acting a WHERE EXISTS (
        SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relowner = a.oid)
      UNION ALL SELECT 3, 'owns functions of the service', via FROM acting a WHERE EXISTS (
        SELECT FROM pg_proc WHERE pronamespace = current_schema()::regnamespace AND proowner = a.oid)
      UNION ALL SELECT 4, format('owns the schema %I', nspname), via
        FROM acting a JOIN pg_namespace ON nspowner = a.oid AND nspname = current_schema()
      UNION ALL SELECT 5, format('owns the database %I', datname), via
        FROM acting a JOIN pg_database ON datdba = a.oid AND datname = current_database()
      UNION ALL SELECT 6, 'may make itself a member of other roles (CREATEROLE)', via FROM acting WHERE rolcreaterole
      UNION ALL SELECT 7, 'may use the server''s files and programs', via FROM acting
        WHERE rolname IN ('pg_write_server_files', 'pg_execute_server_program')
      UNION ALL SELECT 8, format('may create schemas in the database %I', current_database()), via FROM acting a
        WHERE has_database_privilege(a.oid, current_database(), 'CREATE')
      UNION ALL SELECT 9, format('may create tables in the schema %I', current_schema()), via FROM acting a
        WHERE has_schema_privilege(a.oid, current_schema(), 'CREATE')
      UNION ALL SELECT 10, format('may change what is in %I', t), via
        FROM acting a CROSS JOIN unnest(${names(Object.keys(LESS))}) t
        WHERE has_table_privilege(a.oid, t, 'UPDATE, DELETE, TRUNCATE, TRIGGER') OR has_any_column_privilege(a.oid, t, 'UPDATE')
      UNION ALL SELECT 11, format('may add to %I', t), via FROM acting a CROSS JOIN unnest(${names(ONLY_READ)}) t
        WHERE has_any_column_privilege(a.oid, t, 'INSERT')
    )
    SELECT power, via FROM powers ORDER BY place, power, via DESC NULLS LAST`
  // The last of each is the role's own, if it has one: what PUBLIC may do, each of its groups may do, too.
  return [...new Map(rows.map(({ power, via }) => [power, via]))].map(([power, via]) =>
    via === null ? power : `${power} (as ${via})`
  )
})

/** Gives one role what the service needs. */
const grant = Effect.fnUntraced(function* (role: string) {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql<Found>`
    SELECT quote_ident(rolname) AS role, quote_ident(current_schema()) AS schema,
      quote_ident(current_database()) AS database
    FROM pg_roles WHERE rolname = ${role}`
  if (found === undefined) return yield* unknown(role)
  yield* Effect.forEach(grantsOf(found), (statement) => sql.unsafe(statement), { discard: true })
  const powers = yield* powersOf(role)
  if (powers.length > 0) return yield* refused(role, powers)
})

/** Gives a role, and those that were given before, what the service needs; all or nothing. Returns their names. */
export const grantTo = Effect.fn("Database.grantTo")(function* (given: string | undefined) {
  const sql = yield* SqlClient.SqlClient
  const before = (yield* grantedBefore).map(({ role }) => role)
  const roles = [...new Set(given === undefined ? before : [...before, given])]
  yield* sql.withTransaction(Effect.forEach(roles, grant, { discard: true }))
  return roles
})
