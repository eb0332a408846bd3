import { removeDatabase } from "@embedded-super/program/postgres/EmbeddedPostgres"
import { heldDatabase } from "@embedded-super/program/postgres/heldDatabase"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { mkdtempSync, statfsSync } from "node:fs"
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

/** The role that may run the service on the template and its clones, and changes no table. Its password is the owner's. */
export const SERVICE_ROLE = "embedded_super_service"

/** The address for the role that runs the service, of a database of this run. */
export const asServiceRole = (url: string): string => {
  const changed = new URL(url)
  changed.username = SERVICE_ROLE
  return changed.href
}

const PREFIX = "embedded-super-test-"

/** No test data has to survive a power cut. */
const FAST = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "max_connections=300",
  // A parallel query starts processes, which takes longer than reading tables as small as these.
  "max_parallel_workers_per_gather=0"
]

/** The system's folder in memory, if it has one. */
const MEMORY = "/dev/shm"

const freeIn = (folder: string): number => {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}

/**
 * Where every user can create a folder: in memory if it has 4 GiB free, where cloning a database takes a fifth of the
 * time; otherwise the system's temporary folder. Docker gives a container 64 MiB of such memory.
 */
const parent = () => (freeIn(MEMORY) > 4 * 2 ** 30 ? MEMORY : tmpdir())

/** Stops the servers, and removes the folders, of runs whose holder process was also killed. */
const sweep = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  for (const folder of [tmpdir(), MEMORY]) {
    const all = yield* Effect.orElseSucceed(fs.readDirectory(folder), () => [])
    const names = all.filter((name) => name.startsWith(PREFIX))
    yield* Effect.forEach(names, (name) => Effect.ignore(removeDatabase(join(folder, name))))
  }
})

const makeTemplate = Effect.fnUntraced(function* (url: string) {
  const template = new URL(url)
  template.pathname = `/${TEMPLATE}`
  yield* Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql.unsafe(`CREATE DATABASE ${TEMPLATE}`)
    yield* sql.unsafe(`CREATE ROLE ${SERVICE_ROLE} LOGIN PASSWORD '${template.password}'`)
  }).pipe(Effect.provide(PgClient.layer({ url: Redacted.make(url), connectTimeout: "1 minute" })))
  yield* Database.migrate({ grantTo: SERVICE_ROLE }).pipe(
    Effect.provideService(DatabaseUrl, Redacted.make(template.href))
  )
})

/**
 * vitest globalSetup: one PostgreSQL server for the whole run, with a template database migrated once. A holder process
 * stops it and removes its folder, even if vitest is interrupted or killed.
 */
export default async function setup(project: TestProject) {
  await Effect.runPromise(Effect.provide(Effect.ignore(sweep), NodeFileSystem.layer))
  const folder = mkdtempSync(join(parent(), PREFIX))
  const { release, url } = await heldDatabase(folder, [
    ...FAST.flatMap((setting) => ["--set", setting]),
    "--remove"
  ])
  await Effect.runPromise(makeTemplate(url))
  project.provide("postgresUrl", url)
  return release
}
