import { CannotStart, DataFolder } from "@embedded-super/simulator-kit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import { hash, randomBytes, timingSafeEqual } from "node:crypto"
import { readFileSync, statSync } from "node:fs"

/** The path of the key, `api-key` in the data folder unless `--api-key-file` names another. */
export const keyFileOf = (folder: DataFolder["Service"], named: string | undefined): string =>
  named ?? folder.file("api-key")

const digest = (text: string): Uint8Array => hash("sha256", text, "buffer")

/** The usable keys in a file, one per line. */
const readKeys = (file: string): ReadonlyArray<string> =>
  readFileSync(file, "utf8")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /^[!-~]{16,512}$/.test(line))

/** Changes with the file; undefined if there is none. */
const changedAt = (file: string): string | undefined => {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat === undefined ? undefined : `${stat.mtimeMs} ${stat.size}`
}

/** The keys that callers present in X-Auth-Key: two during a rotation, reloaded when their file changes. */
export class FundKey extends Context.Service<
  FundKey,
  {
    /** Compares in constant time, so that the duration doesn't reveal how much of a key is right. */
    readonly isIt: (presented: string) => boolean
  }
>()("@embedded-super/fund-simulator/FundKey") {
  /** Loads the keys from an existing file, or creates one that only this user may read. */
  static readonly layer = (named: string | undefined) =>
    Layer.effect(
      FundKey,
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const path = yield* Path.Path
        const file = path.resolve(keyFileOf(yield* DataFolder, named))
        const unusable = () =>
          new CannotStart({
            sentence: `Can't use the key in ${file}. Put a key of 16 or more letters and digits there, or two on two lines while one is rotated, or name another file with --api-key-file.`
          })
        const made = fs
          .writeFileString(file, `${randomBytes(32).toString("base64url")}\n`, { flag: "wx", mode: 0o600 })
          .pipe(Effect.catchReason("PlatformError", "AlreadyExists", () => Effect.void))
        yield* Effect.mapError(made, unusable)
        const first = yield* Effect.mapError(
          Effect.try(() => readKeys(file)),
          unusable
        )
        if (first.length === 0 || first.length > 2) return yield* unusable()
        let known = { changed: changedAt(file), digests: first.map(digest) }
        let isLookedAt = false
        const current = () => {
          // Reading the file's state costs as much as answering a call, so calls that arrive together share one check.
          if (isLookedAt) return known.digests
          isLookedAt = true
          setImmediate(() => {
            isLookedAt = false
          })
          const changed = changedAt(file)
          // A file that is being written may hold no usable key; the previous keys stay valid until it does.
          if (changed !== known.changed && changed !== undefined) {
            const keys = readKeys(file)
            if (keys.length > 0) known = { changed, digests: keys.slice(0, 2).map(digest) }
          }
          return known.digests
        }
        return {
          isIt: (presented) => {
            const given = digest(presented)
            return current().filter((wanted) => timingSafeEqual(given, wanted)).length > 0
          }
        }
      })
    )
}
