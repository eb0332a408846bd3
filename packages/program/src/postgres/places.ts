import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { DatabaseProblem } from "./DatabaseProblem.ts"
import { canEnter, homesOutside, MADE_FOR, outside, postgresUser } from "./outside.ts"
import { isRoot, type OsUser } from "./processes.ts"
import { type Programs, reachablePrograms } from "./programs.ts"
import { stopServer } from "./server.ts"

/** The locations of a server's programs and data, and the user it runs as. */
export interface Places {
  readonly programs: Programs
  /** The folder that holds `cluster`, PostgreSQL's own data folder. */
  readonly home: string
  readonly user: OsUser | undefined
}

/** PostgreSQL's own data folder. */
export const clusterOf = ({ home }: Pick<Places, "home">): string => join(home, "cluster")

/** A file that holds the path of `home` if that isn't the data folder itself. */
const LOCATION = "location"

/** The home of a data folder: the folder itself, or the one that its location file names. */
export const homeOf = Effect.fnUntraced(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem
  return yield* Effect.orElseSucceed(fs.readFileString(join(folder, LOCATION)), () => folder)
})

/** Stops the server of a home and removes the home. */
export const removeHome = Effect.fnUntraced(function* (home: string) {
  const fs = yield* FileSystem.FileSystem
  yield* stopServer(clusterOf({ home }))
  yield* fs.remove(home, { recursive: true, force: true })
})

/**
 * Creates a home outside of the data folder and records it there. Removes homes left by an earlier data folder of the
 * same path.
 */
const homeOutside = Effect.fnUntraced(function* (folder: string, user: OsUser) {
  const fs = yield* FileSystem.FileSystem
  yield* Effect.forEach(yield* homesOutside(folder), removeHome)
  const home = join(yield* outside(user), `data-${randomBytes(6).toString("hex")}`)
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
 * Chooses the places for the data folder `folder`, which must exist. For an ordinary user everything stays in place.
 * For root the server runs as the owner of its data, or on the first start as `postgres`; files that this user can't
 * reach go outside.
 */
export const choosePlaces = Effect.fnUntraced(function* (installed: Programs, folder: string) {
  const fs = yield* FileSystem.FileSystem
  const known = yield* homeOf(folder)
  if (known !== folder && !(yield* fs.exists(join(known, MADE_FOR)))) {
    return yield* new DatabaseProblem({
      problem: `The database of ${folder} was kept in ${known}, which is gone.`,
      remedy: `Put it back, or remove ${folder} to start with an empty database.`
    })
  }
  if (!isRoot) return { programs: installed, home: known, user: undefined }
  const owner = Option.filter(yield* ownerOf(clusterOf({ home: known })), ({ uid }) => uid !== 0)
  const user = Option.isSome(owner) ? owner.value : yield* postgresUser
  yield* fs.chmod(folder, 0o755)
  const isReachable = yield* canEnter(known, user)
  if (!isReachable && Option.isSome(owner)) {
    return yield* new DatabaseProblem({
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
