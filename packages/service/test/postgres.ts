import * as PgClient from "@effect/sql-pg/PgClient"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as SqlClient from "effect/sql/SqlClient"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { Database } from "../src/platform/database/Database.ts"
import { DatabaseUrl } from "../src/platform/database/DatabaseUrl.ts"
import { embeddedPostgres } from "../src/platform/database/embedded/EmbeddedPostgres.ts"
import { stopServer } from "../src/platform/database/embedded/stopServer.ts"
import { otherUsers } from "../src/platform/database/embedded/users.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** postgres://…/postgres of the server that this run of vitest started. */
    postgresUrl: string
  }
}

/** The migrated database that every test file's own database is cloned from. */
export const TEMPLATE = "embedded_super_template"

const PREFIX = "embedded-super-test-"

/** Nothing of a test has to survive a power cut. */
const FAST = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=300"]

/** Ends the servers, and removes the folders, of runs that were killed. */
const sweep = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const names = (yield* fs.readDirectory(tmpdir())).filter((name) => name.startsWith(PREFIX))
  for (const folder of names.map((name) => join(tmpdir(), name))) {
    if (!(yield* fs.exists(join(folder, "cluster"))) || (yield* otherUsers(folder)).length > 0) continue
    yield* stopServer(join(folder, "cluster"))
    yield* fs.remove(folder, { recursive: true, force: true })
  }
})

/** A server in a folder of its own under the system's temporary folder, which every user can reach. */
const server = Layer.effect(
  DatabaseUrl,
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    yield* Effect.ignore(sweep)
    const folder = yield* fs.makeTempDirectoryScoped({ prefix: PREFIX })
    return yield* embeddedPostgres({ folder, extra: FAST })
  })
)

const makeTemplate = Effect.gen(function* () {
  const url = yield* DatabaseUrl
  const template = new URL(Redacted.value(url))
  template.pathname = `/${TEMPLATE}`
  yield* Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(`CREATE DATABASE ${TEMPLATE}`)).pipe(
    Effect.provide(PgClient.layer({ url }))
  )
  yield* Effect.scoped(Layer.build(Database.layerMigrated)).pipe(
    Effect.provideService(DatabaseUrl, Redacted.make(template.href))
  )
  return Redacted.value(url)
})

/** vitest globalSetup: one PostgreSQL server for the whole run, with a template database migrated once. */
export default async function setup(project: TestProject) {
  const quiet = Layer.succeed(References.MinimumLogLevel, "Warn")
  const runtime = ManagedRuntime.make(
    server.pipe(Layer.provideMerge(NodeFileSystem.layer), Layer.provideMerge(quiet))
  )
  project.provide("postgresUrl", await runtime.runPromise(makeTemplate))
  return () => runtime.dispose()
}
