import { CannotStart, DataFolder } from "@embedded-super/simulator-kit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import * as Redacted from "effect/Redacted"
import { createHash, randomBytes, timingSafeEqual } from "node:crypto"

/** Where the key lies unless `--api-key-file` says otherwise. */
export const keyFileOf = (folder: DataFolder["Service"], named: string | undefined): string =>
  named ?? folder.file("api-key")

const digest = (text: string): Uint8Array => createHash("sha256").update(text).digest()

/** The key that callers present in X-Auth-Key. */
export class FundKey extends Context.Service<
  FundKey,
  {
    /** Takes as long for any key, so that answers don't tell how much of one is right. */
    readonly isIt: (presented: Redacted.Redacted) => boolean
  }
>()("@embedded-super/fund-simulator/FundKey") {
  /** From a file that somebody made, or a new one that only this user may read. */
  static readonly layer = (
    named: string | undefined
  ): Layer.Layer<FundKey, CannotStart, DataFolder | FileSystem.FileSystem | Path.Path> =>
    Layer.effect(
      FundKey,
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const path = yield* Path.Path
        const file = path.resolve(keyFileOf(yield* DataFolder, named))
        const unusable = () =>
          new CannotStart({
            sentence: `Can't use the key in ${file}. Put a key of 16 or more letters and digits there, or name another file with --api-key-file.`
          })
        const made = fs
          .writeFileString(file, `${randomBytes(32).toString("base64url")}\n`, { flag: "wx", mode: 0o600 })
          .pipe(Effect.catchReason("PlatformError", "AlreadyExists", () => Effect.void))
        const key = yield* Effect.andThen(made, fs.readFileString(file)).pipe(Effect.mapError(unusable))
        if (!/^[!-~]{16,512}$/.test(key.trim())) return yield* unusable()
        const wanted = digest(key.trim())
        return { isIt: (presented) => timingSafeEqual(digest(Redacted.value(presented)), wanted) }
      })
    )
}
