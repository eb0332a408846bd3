import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import { OperatorError } from "../../OperatorError.ts"
import { type OsUser, run } from "./osUser.ts"

/**
 * Where things go that a root user's home hides from the server's user: the place of the FHS for a program's state,
 * then, on machines where that is read-only, a temporary folder that survives a restart.
 */
export const OUTSIDE = ["/var/lib/embedded-super", "/var/tmp/embedded-super"]

/** Whether a user can enter a folder, tried rather than computed from modes. */
export const canEnter = (folder: string, user: OsUser) =>
  Effect.map(run("/bin/sh", ["-c", 'cd "$1"', "sh", folder], user), ({ code }) => code === 0)

/** A folder of root's that others can enter but not write to; nobody can have put something into it beforehand. */
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
  return yield* new OperatorError({
    problem: `The database server runs as another user than root, and no folder was found that it can reach (tried ${OUTSIDE.join(", ")}).`,
    remedy: "Run as an ordinary user, set DATA_DIR to a folder that others can enter, or set DATABASE_URL."
  })
})
