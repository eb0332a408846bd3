import type * as S from "@embedded-super/contracts/schemas"
import { DataFolder, replaceFile, settingOf, State } from "@embedded-super/simulator-kit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import type * as Scope from "effect/Scope"
import type SSH2 from "ssh2"
import { openSftp, ssh2, SftpFailure, type SftpFiles } from "./SftpFiles.ts"

/**
 * Creates a readable key pair. One pair in 256 that ssh2 creates can't be read again (mscdex/ssh2#1513), and is
 * discarded.
 */
const readableKeyPair = ({ generateKeyPairSync, parseKey }: typeof SSH2.utils) => {
  for (;;) {
    const pair = generateKeyPairSync("ed25519", { comment: "fund-simulator" })
    if ([pair.private, pair.public].every((text) => !(parseKey(text) instanceof Error))) return pair
  }
}

/** The file of the private key; the public one is beside it, with `.pub`. */
const keyFile = "sftp_ed25519"

/** The fund's account at the service's SFTP server. Its setting and its private key survive a kill -9. */
export class SftpAccount extends Context.Service<
  SftpAccount,
  {
    readonly setting: () => S.SftpAccountSetting | undefined
    readonly set: (setting: S.SftpAccountSetting) => void
    /** For the service's operator. The key pair is created on first use. */
    readonly publicKey: Effect.Effect<S.SftpPublicKey>
    /** Opens a connection to it while the scope is open. */
    readonly open: Effect.Effect<SftpFiles, SftpFailure, Scope.Scope>
  }
>()("@embedded-super/fund-simulator/SftpAccount") {
  /** A given setting replaces the stored one at the start. */
  static readonly layer = (given: S.SftpAccountSetting | undefined) =>
    Layer.effect(
      SftpAccount,
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const path = yield* Path.Path
        const file = (yield* DataFolder).file(keyFile)
        const state = yield* State
        const setting = settingOf<S.SftpAccountSetting | null>(state, "sftp_account", null)
        if (given !== undefined) setting.set(given)

        const made = Effect.gen(function* () {
          if (yield* fs.exists(`${file}.pub`)) return
          const pair = readableKeyPair((yield* ssh2).utils)
          yield* replaceFile(file, pair.private)
          yield* replaceFile(`${file}.pub`, `${pair.public.trim()}\n`, 0o644)
        }).pipe(
          Effect.provideService(FileSystem.FileSystem, fs),
          Effect.provideService(Path.Path, path),
          Effect.orDie
        )
        return {
          set: setting.set,
          setting: () => setting.get() ?? undefined,
          publicKey: Effect.andThen(
            made,
            Effect.map(
              Effect.orDie(fs.readFileString(`${file}.pub`)),
              (text) => text.trim() as S.SftpPublicKey
            )
          ),
          open: Effect.gen(function* () {
            yield* made
            const account = setting.get()
            if (account === null) return yield* notSet
            return yield* openSftp(account, yield* Effect.orDie(fs.readFileString(file)))
          })
        }
      })
    )
}

const notSet = new SftpFailure({
  sentence:
    "No SFTP account is set. Set it by PUT /_simulator/sftp, in the inspector, or by --sftp and --sftp-host-key."
})
