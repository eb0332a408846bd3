import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import { inject } from "vitest"
import { TEMPLATE } from "../../../packages/service/test/postgres.ts"

/** A migrated database for one user only. */
export interface OwnDatabase {
  readonly url: string
  readonly query: <Row extends object>(statement: string) => Promise<ReadonlyArray<Row>>
  readonly drop: () => Promise<void>
}

const ask = <Row extends object>(url: string, statement: string): Promise<ReadonlyArray<Row>> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(statement)).pipe(
    Effect.provide(
      PgClient.layer({ url: Redacted.make(url), maxConnections: 1, connectTimeout: "1 minute" })
    ),
    Effect.runPromise
  )

/** Clones the migrated template of this run's PostgreSQL; `empty` creates one without tables. */
export const ownDatabase = async (options: { readonly empty?: boolean } = {}): Promise<OwnDatabase> => {
  const server = inject("postgresUrl")
  const name = `contract_${randomBytes(8).toString("hex")}`
  await ask(server, `CREATE DATABASE ${name} ${options.empty === true ? "" : `TEMPLATE ${TEMPLATE}`}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    query: (statement) => ask(url.href, statement),
    drop: async () => void (await ask(server, `DROP DATABASE ${name} WITH (FORCE)`))
  }
}
