/**
 * What the role that runs the service may do: read and write rows, and nothing else (D-two-roles). `migrate --grant-to ROLE` gives it
 * that, and each later `migrate` gives it again, for what is new.
 *
 * The trap: a role also has what PUBLIC has, and the roles that it is a member of. So at the end the server is asked what the
 * role may do, whoever granted it.
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

const LESS_NAMES = `ARRAY[${Object.keys(LESS)
  .map((table) => `'${table}'`)
  .join(", ")}]`

const ROWS = "SELECT, INSERT, UPDATE, DELETE"

const unknown = (role: string) =>
  new OperatorError({
    problem: `There is no role ${role} on the database's server.`,
    remedy: `Make it first: CREATE ROLE ${role} LOGIN PASSWORD '…';`
  })

const ownsAll = (role: string) =>
  new OperatorError({
    problem: `The role ${role} owns the service's tables, or may act as their owner, so no grant limits it.`,
    remedy: "Give another role, which is no superuser and no member of the owner."
  })

const mayMore = (role: string, more: string) =>
  new OperatorError({
    problem: `The role ${role} may still ${more}: by a grant to PUBLIC, or to a role that it is a member of.`,
    remedy: "Revoke that (REVOKE CREATE ON SCHEMA public FROM PUBLIC, for example), then run `migrate` again."
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
  readonly ownsAll: boolean
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

/** Gives one role what the service needs. */
const grant = Effect.fnUntraced(function* (role: string) {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql<Found>`
    SELECT quote_ident(rolname) AS role, quote_ident(current_schema()) AS schema,
      quote_ident(current_database()) AS database,
      pg_has_role(oid, (SELECT relowner FROM pg_class WHERE oid = 'audit_log'::regclass), 'MEMBER') AS "ownsAll"
    FROM pg_roles WHERE rolname = ${role}`
  if (found === undefined) return yield* unknown(role)
  if (found.ownsAll) return yield* ownsAll(role)
  yield* Effect.forEach(grantsOf(found), (statement) => sql.unsafe(statement), { discard: true })

  const [may] = yield* sql<{ creates: boolean; changes: string | null }>`
    SELECT has_schema_privilege(${role}, current_schema(), 'CREATE') AS creates,
      (SELECT string_agg(t, ', ') FROM unnest(${sql.literal(LESS_NAMES)}) t
        WHERE has_table_privilege(${role}, t, 'UPDATE, DELETE, TRUNCATE, TRIGGER')) AS changes`
  if (may === undefined) return
  if (may.creates) return yield* mayMore(role, `create tables in the schema ${found.schema}`)
  if (may.changes !== null) return yield* mayMore(role, `change what is in ${may.changes}`)
})

/** Gives a role, and those that were given before, what the service needs; all or nothing. Returns their names. */
export const grantTo = Effect.fn("Database.grantTo")(function* (given: string | undefined) {
  const sql = yield* SqlClient.SqlClient
  const before = (yield* grantedBefore).map(({ role }) => role)
  const roles = [...new Set(given === undefined ? before : [...before, given])]
  yield* sql.withTransaction(Effect.forEach(roles, grant, { discard: true }))
  return roles
})
