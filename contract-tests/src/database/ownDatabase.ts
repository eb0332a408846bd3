import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import { inject } from "vitest"
import { TEMPLATE } from "@embedded-super/service/testing"

/** A migrated database for one user only. */
export interface OwnDatabase {
  readonly url: string
  readonly query: <Row extends object>(statement: string) => Promise<ReadonlyArray<Row>>
  readonly drop: () => Promise<void>
}

/** One connection, which opens with the first query. */
const connectionTo = (url: string) => {
  const runtime = ManagedRuntime.make(
    PgClient.layer({ url: Redacted.make(url), maxConnections: 1, connectTimeout: "1 minute" })
  )
  return {
    query: <Row extends object>(statement: string): Promise<ReadonlyArray<Row>> =>
      runtime.runPromise(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(statement))),
    close: () => runtime.dispose()
  }
}

/** Runs one statement on the server's own database. */
const asServer = async (statement: string) => {
  const server = connectionTo(inject("postgresUrl"))
  await server.query(statement).finally(server.close)
}

/** Clones the migrated template of this run's PostgreSQL; `empty` creates one without tables. */
export const ownDatabase = async (options: { readonly empty?: boolean } = {}): Promise<OwnDatabase> => {
  const name = `contract_${randomBytes(8).toString("hex")}`
  await asServer(`CREATE DATABASE ${name} ${options.empty === true ? "" : `TEMPLATE ${TEMPLATE}`}`)
  const url = new URL(inject("postgresUrl"))
  url.pathname = `/${name}`
  const { close, query } = connectionTo(url.href)
  return {
    url: url.href,
    query,
    drop: async () => {
      await close()
      await asServer(`DROP DATABASE ${name} WITH (FORCE)`)
    }
  }
}
