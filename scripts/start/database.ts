import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as References from "effect/References"
import { readFileSync } from "node:fs"
import process from "node:process"
import type { DatabaseProblem } from "@embedded-super/program/postgres/DatabaseProblem"
import { removeDatabase, stopOrphan } from "@embedded-super/program/postgres/EmbeddedPostgres"
import { makeFolder } from "@embedded-super/program/makeFolder"
import type { Program } from "./processes.ts"
import { NotReady } from "./readiness.ts"

/** An error that a person can fix, explained in a sentence or two. */
export class CannotStart extends Error {}

/** The user's own PostgreSQL; if undefined, `start` runs an embedded one. */
export const givenUrl: string | undefined = process.env["DATABASE_URL"] || undefined

export const folderOf = (dataDir: string): string => `${dataDir}/postgres`

/**
 * Keeps the database running while `start` runs. If `start` is killed, this program ends too, with a grace period
 * in which the service can end first.
 */
export const DATABASE = "packages/program/src/postgres/main.ts"
export const databaseArgs = (dataDir: string): ReadonlyArray<string> => [
  folderOf(dataDir),
  "--grace",
  "5 seconds"
]

/** Waits for the URL that the database's program sends. */
export const databaseUrl = (database: Program): Promise<string> =>
  Promise.race([
    new Promise<string>((resolve) =>
      database.child.once("message", (message) => resolve((message as { readonly url: string }).url))
    ),
    database.ended.then((): never => {
      throw new NotReady(database.complaints() || "The database ended before it was ready.")
    })
  ])

const runWell = <A, E>(effect: Effect.Effect<A, E | DatabaseProblem, FileSystem.FileSystem>) =>
  Effect.runPromise(
    effect.pipe(
      Effect.catchIf(
        (error): error is DatabaseProblem => (error as DatabaseProblem)._tag === "DatabaseProblem",
        (error) => Effect.fail(new CannotStart(error.message))
      ),
      Effect.provide(NodeFileSystem.layer)
    )
  )

/**
 * Brings the database up to date: the embedded one once its address is known, or the user's own. In this process, whose
 * modules load while the database starts: a program of its own would take a second more.
 */
export const migrated = async (embedded: Promise<string> | undefined): Promise<void> => {
  const [{ migrateDatabase }, url] = await Promise.all([import("@embedded-super/service/migrate"), embedded])
  await Effect.runPromise(
    migrateDatabase(url).pipe(
      Effect.mapError((error) => new CannotStart(error.message)),
      // The service says the same, in the form of its own log.
      Effect.provideService(References.MinimumLogLevel, "None")
    )
  )
}

/** Creates the data folder. */
export const makeDataFolder = (folder: string): Promise<void> =>
  runWell(
    Effect.mapError(makeFolder(folder, 0o700), (error) => {
      const cause = error.reason.cause as NodeJS.ErrnoException | undefined
      return new CannotStart(
        `${folder} can't be made (${cause?.code ?? error.reason._tag}). Give a folder that can with --data-dir.`
      )
    })
  )

/** Stops the database's server if the program that kept it was killed. */
export const stopDatabase = (dataDir: string): Promise<void> => runWell(stopOrphan(folderOf(dataDir)))

/** Removes the database, wherever it is; returns the removed folders. */
export const removeData = (dataDir: string): Promise<ReadonlyArray<string>> =>
  runWell(removeDatabase(folderOf(dataDir)))

/**
 * The path of the embedded database if it isn't in the data folder: as root, if the database's own user can't enter
 * that folder.
 */
export const databaseElsewhere = (dataDir: string): string | undefined => {
  if (givenUrl !== undefined) return undefined
  try {
    return readFileSync(`${folderOf(dataDir)}/location`, "utf8")
  } catch {
    return undefined
  }
}
