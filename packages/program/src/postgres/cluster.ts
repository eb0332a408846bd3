import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { DatabaseProblem } from "./DatabaseProblem.ts"
import { clusterOf, type Places } from "./places.ts"
import { run } from "./processes.ts"
import { program } from "./programs.ts"

/** The only role of an embedded database, and the owner of everything in it. */
export const ROLE = "embedded_super"

const passwordOf = (folder: string) => join(folder, "password")

/** Returns the password. The first start creates it; only this process's user can read its file. */
export const readPassword = Effect.fnUntraced(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem
  return yield* Effect.mapError(
    fs.readFileString(passwordOf(folder)),
    () =>
      new DatabaseProblem({
        problem: `The password of the embedded database can't be read from ${passwordOf(folder)}.`,
        remedy: `Run as the user who started it first, or remove ${folder} to start with an empty database.`
      })
  )
})

const inOwnership = Effect.fnUntraced(function* (places: Places, path: string) {
  const fs = yield* FileSystem.FileSystem
  if (places.user !== undefined) yield* fs.chown(path, places.user.uid, places.user.gid)
})

/**
 * Creates an empty cluster under a temporary name and renames it when complete, so that a kill leaves no partial
 * cluster.
 */
const initialise = Effect.fnUntraced(function* (places: Places, folder: string) {
  const fs = yield* FileSystem.FileSystem
  const password = randomBytes(24).toString("base64url")
  yield* fs.writeFileString(passwordOf(folder), password, { mode: 0o600 })
  yield* fs.chmod(passwordOf(folder), 0o600)

  const draft = `${clusterOf(places)}.draft`
  yield* fs.remove(draft, { recursive: true, force: true })
  yield* fs.makeDirectory(draft, { mode: 0o700 })
  yield* inOwnership(places, draft)
  // initdb reads the password from a file, and runs as a user who can't enter `folder` or read root's files.
  const passwordFile = join(places.home, ".password")
  yield* fs.writeFileString(passwordFile, password, { mode: 0o600 })
  yield* inOwnership(places, passwordFile)
  const outcome = yield* run(
    program(places.programs, "initdb"),
    [
      `--pgdata=${draft}`,
      `--username=${ROLE}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--locale=C.UTF-8",
      "--no-instructions"
    ],
    places.user
  ).pipe(Effect.ensuring(Effect.ignore(fs.remove(passwordFile, { force: true }))))
  if (outcome.code !== 0) {
    return yield* new DatabaseProblem({
      problem: `The embedded database could not be made in ${places.home}: ${outcome.output.split("\n").at(-1)}`,
      remedy: "Remove the cause, choose another data folder, or set DATABASE_URL to a PostgreSQL server."
    })
  }
  yield* fs.rename(draft, clusterOf(places))
})

/** Creates the cluster if there is none, and refuses one from another major version of PostgreSQL. */
export const ensureCluster = Effect.fnUntraced(function* (places: Places, folder: string) {
  const fs = yield* FileSystem.FileSystem
  const cluster = clusterOf(places)
  if (!(yield* fs.exists(cluster))) {
    yield* initialise(places, folder)
    return "made" as const
  }
  const text = yield* Effect.orElseSucceed(fs.readFileString(join(cluster, "PG_VERSION")), () => "")
  const major = text.trim() || "an unknown version"
  if (major !== String(places.programs.major)) {
    return yield* new DatabaseProblem({
      problem: `The data folder ${cluster} was made by PostgreSQL ${major}; this program brings PostgreSQL ${places.programs.major}.`,
      remedy: `Run a PostgreSQL ${major} on it and set DATABASE_URL, or move ${folder} away to start with an empty database.`
    })
  }
  return "found" as const
})
