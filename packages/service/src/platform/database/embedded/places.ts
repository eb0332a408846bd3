import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import process from "node:process"
import { OperatorError } from "../../OperatorError.ts"
import { isRoot, type OsUser, postgresUser, run } from "./osUser.ts"
import { program, type Programs } from "./programs.ts"

/** Where a server runs from, where its data lies, and as whom it runs. */
export interface Places {
  readonly programs: Programs
  /** The folder that holds `cluster`, PostgreSQL's own data folder. */
  readonly home: string
  readonly user: OsUser | undefined
}

/**
 * Where things go that a root user's home hides from the server's user: the place of the FHS for a program's state,
 * then, on machines where that is read-only, a temporary folder that survives a restart.
 */
const OUTSIDE = ["/var/lib/embedded-super", "/var/tmp/embedded-super"]

/** Holds the path of `home` when that isn't the data folder itself. */
const LOCATION = "location"
/** Stands in such a home, and names the data folder that it was made for. */
const MADE_FOR = "made-for"

const canEnter = (folder: string, user: OsUser) =>
  Effect.map(run("/bin/sh", ["-c", 'cd "$1"', "sh", folder], user), ({ code }) => code === 0)

const canRun = (programs: Programs, user: OsUser) =>
  Effect.map(run(program(programs, "postgres"), ["--version"], user), ({ code }) => code === 0)

/** A folder of root's that others can enter but not write to; nobody can have put something into it beforehand. */
const outside = Effect.fnUntraced(function* (user: OsUser) {
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
  return yield* new OperatorError({
    problem: `The database server runs as another user than root, and no folder was found that it can reach (tried ${OUTSIDE.join(", ")}).`,
    remedy: "Run as an ordinary user, set DATA_DIR to a folder that others can enter, or set DATABASE_URL."
  })
})

/** The programs where the server's user can execute them: as installed, or else copied out once. */
const reachablePrograms = Effect.fnUntraced(function* (installed: Programs, user: OsUser) {
  if (yield* canRun(installed, user)) return installed
  const fs = yield* FileSystem.FileSystem
  const folder = join(
    yield* outside(user),
    `postgresql-${installed.version}-${process.platform}-${process.arch}`
  )
  const copied = { ...installed, folder }
  if (yield* canRun(copied, user)) return copied
  const draft = `${folder}.${process.pid}`
  yield* fs.copy(installed.folder, draft, { preserveTimestamps: true })
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

/** A home outside of the data folder, remembered there. Homes that an earlier data folder of this path left go. */
const homeOutside = Effect.fnUntraced(function* (folder: string, user: OsUser) {
  const fs = yield* FileSystem.FileSystem
  const base = yield* outside(user)
  for (const name of yield* fs.readDirectory(base)) {
    const owner = yield* Effect.option(fs.readFileString(join(base, name, MADE_FOR)))
    if (Option.contains(owner, folder)) yield* fs.remove(join(base, name), { recursive: true, force: true })
  }
  const home = join(base, `data-${randomBytes(6).toString("hex")}`)
  yield* fs.makeDirectory(home, { mode: 0o755 })
  yield* fs.writeFileString(join(home, MADE_FOR), folder)
  yield* fs.writeFileString(join(folder, LOCATION), home)
  yield* Effect.logInfo(
    "Keeping the data outside, because the server's user can't enter the data folder"
  ).pipe(Effect.annotateLogs({ folder, home }))
  return home
})

const ownerOf = Effect.fnUntraced(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  const info = yield* Effect.option(fs.stat(path))
  return Option.flatMap(info, (info) =>
    Option.isSome(info.uid) && Option.isSome(info.gid)
      ? Option.some({ uid: info.uid.value, gid: info.gid.value })
      : Option.none<OsUser>()
  )
})

/**
 * Chooses the places for the data folder `folder`, which exists. As an ordinary user everything stays where it is. As
 * root the server runs as the owner of its data, or at first as `postgres`; what that user can't reach goes outside.
 */
export const choosePlaces = Effect.fnUntraced(function* (installed: Programs, folder: string) {
  const fs = yield* FileSystem.FileSystem
  const location = yield* Effect.option(fs.readFileString(join(folder, LOCATION)))
  const known = Option.getOrElse(location, () => folder)
  if (Option.isSome(location) && !(yield* fs.exists(join(known, MADE_FOR)))) {
    return yield* new OperatorError({
      problem: `The database of ${folder} was kept in ${known}, which is gone.`,
      remedy: `Put it back, or remove ${folder} to start with an empty database.`
    })
  }
  if (!isRoot) return { programs: installed, home: known, user: undefined }
  const owner = Option.filter(yield* ownerOf(join(known, "cluster")), ({ uid }) => uid !== 0)
  const user = Option.isSome(owner) ? owner.value : yield* postgresUser
  yield* fs.chmod(folder, 0o755)
  const isReachable = yield* canEnter(known, user)
  if (!isReachable && Option.isSome(owner)) {
    return yield* new OperatorError({
      problem: `The database in ${known} belongs to the user with id ${user.uid}, who can't enter that folder any more.`,
      remedy: "Let that user enter the folders above it (chmod o+x), or move the data folder."
    })
  }
  return {
    programs: yield* reachablePrograms(installed, user),
    home: isReachable ? known : yield* homeOutside(folder, user),
    user
  }
})
