/**
 * For the root user only: PostgreSQL refuses to run as root, so the server runs as another user, who often can't enter
 * root's home. Files that this user needs are then stored outside of it.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import { join } from "node:path"
import { DatabaseProblem } from "./DatabaseProblem.ts"
import { type OsUser, run } from "./processes.ts"

/** The FHS folder for a program's state, not that of an operator's service; if that is read-only, a temporary folder that survives a restart. */
export const OUTSIDE = ["/var/lib/embedded-super-start", "/var/tmp/embedded-super-start"]

const lookUp = (name: string) =>
  Effect.map(Effect.all([run("id", ["-u", name]), run("id", ["-g", name])]), ([uid, gid]) =>
    uid.code === 0 && gid.code === 0 ? { uid: Number(uid.output), gid: Number(gid.output) } : undefined
  )

/** PostgreSQL's conventional user; created if the machine has none. */
export const postgresUser: Effect.Effect<OsUser, DatabaseProblem> = Effect.gen(function* () {
  const known = yield* lookUp("postgres")
  if (known !== undefined) return known
  const flags = ["--system", "--user-group", "--no-create-home", "--shell", "/bin/false"]
  const made = yield* run("useradd", [...flags, "postgres"])
  const user = yield* lookUp("postgres")
  if (user === undefined) {
    return yield* new DatabaseProblem({
      problem: `PostgreSQL refuses to run as root, and a user "postgres" can't be made (${made.output}).`,
      remedy: "Run as an ordinary user, make that user yourself, or set DATABASE_URL to a PostgreSQL server."
    })
  }
  yield* Effect.logInfo("Made the OS user that the embedded database runs as").pipe(
    Effect.annotateLogs({ user: "postgres", uid: user.uid })
  )
  return user
})

/** Whether a user can enter a folder. It is tested by an attempt, not computed from modes. */
export const canEnter = (folder: string, user: OsUser) =>
  Effect.map(run("/bin/sh", ["-c", 'cd "$1"', "sh", folder], user), ({ code }) => code === 0)

/** A folder owned by root that others can enter but not write to, so no other user can have placed files in it. */
export const outside = Effect.fnUntraced(function* (user: OsUser) {
  const fs = yield* FileSystem.FileSystem
  for (const folder of OUTSIDE) {
    const made = yield* Effect.option(fs.makeDirectory(folder, { recursive: true, mode: 0o755 }))
    const info = yield* Effect.option(fs.stat(folder))
    const isOurs =
      Option.isSome(info) && Option.getOrNull(info.value.uid) === 0 && (info.value.mode & 0o022) === 0
    if (Option.isSome(made) && isOurs) {
      yield* fs.chmod(folder, 0o755)
      if (yield* canEnter(folder, user)) return folder
    }
  }
  return yield* new DatabaseProblem({
    problem: `The database server runs as another user than root, and no folder was found that it can reach (tried ${OUTSIDE.join(", ")}).`,
    remedy: "Run as an ordinary user, choose a data folder that others can enter, or set DATABASE_URL."
  })
})

/** A file in a home outside of the data folder. It names the data folder that the home was created for. */
export const MADE_FOR = "made-for"

/** The homes outside that were created for a data folder, even if the folder itself no longer exists. */
export const homesOutside = Effect.fnUntraced(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem
  const bases = yield* Effect.forEach(OUTSIDE, (base) =>
    Effect.orElseSucceed(fs.readDirectory(base), (): Array<string> => []).pipe(
      Effect.map((names) => names.map((name) => join(base, name)))
    )
  )
  return yield* Effect.filter(bases.flat(), (home) =>
    Effect.map(Effect.option(fs.readFileString(join(home, MADE_FOR))), Option.contains(folder))
  )
})
