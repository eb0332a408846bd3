import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { cp } from "node:fs/promises"
import { join } from "node:path"
import process from "node:process"
import { OperatorError } from "../../OperatorError.ts"
import { type OsUser, run } from "./osUser.ts"
import { outside } from "./outside.ts"
import { program, type Programs } from "./programs.ts"

const canRun = (programs: Programs, user: OsUser) =>
  Effect.map(run(program(programs, "postgres"), ["--version"], user), ({ code }) => code === 0)

/** Links stay as they are (the libraries' names are relative links), which Effect's FileSystem can't be told. */
const copyTree = (from: string, to: string) =>
  Effect.tryPromise({
    try: () => cp(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true }),
    catch: (cause) =>
      new OperatorError({
        problem: `The database server can't be copied to ${to} (${cause instanceof Error ? cause.message : cause}).`,
        remedy: "Run as an ordinary user, or set DATABASE_URL to a PostgreSQL server."
      })
  })

/** The programs where the server's user can execute them: as installed, or else copied out once. */
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
  // Another process that starts at the same moment may have been first: then its copy is as good.
  yield* Effect.ignore(fs.rename(draft, folder))
  yield* fs.remove(draft, { recursive: true, force: true })
  yield* Effect.logInfo(
    "Copied the database server out, because its user can't enter the folder it was installed in"
  ).pipe(Effect.annotateLogs({ from: installed.folder, to: folder }))
  if (yield* canRun(copied, user)) return copied
  return yield* new OperatorError({
    problem: `The database server can't be run as another user than root from ${folder}.`,
    remedy: "Run as an ordinary user, or set DATABASE_URL to a PostgreSQL server."
  })
})
