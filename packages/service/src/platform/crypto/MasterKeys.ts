import { makeFolder } from "@embedded-super/program/makeFolder"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { PlatformError } from "effect/PlatformError"
import { dirname, join } from "node:path"
import { projectRoot } from "../config/projectRoot.ts"
import { Settings } from "../config/Settings.ts"
import { OperatorError } from "../OperatorError.ts"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { createHmac, createSecretKey, type KeyObject, randomBytes } from "node:crypto"

/** A key that wraps data keys. `id` is derived from `key`, so it can't identify another key by mistake. */
export interface MasterKey {
  /** Eight bytes, part of every ciphertext. Not a secret. */
  readonly id: Uint8Array
  /** 32 bytes, as an object: Node needs three times as long to encrypt with bytes. */
  readonly key: Redacted.Redacted<KeyObject>
}

/** `current` seals; any of `all` opens, so that a key can be replaced without sealing every value again. */
export interface MasterKeyRing {
  readonly current: MasterKey
  readonly all: ReadonlyArray<MasterKey>
}

export const masterKeyOf = (bytes: Uint8Array): MasterKey => {
  const key = createSecretKey(bytes)
  return {
    id: createHmac("sha256", key).update("embedded-super master key id").digest().subarray(0, 8),
    key: Redacted.make(key)
  }
}

/** The beginning of a key's id, by which the sessions of a process name its first key: a whole one would be too long. */
export const keyName = (id: Uint8Array): string => Buffer.from(id.subarray(0, 4)).toString("hex")

export const masterKeyRing = (current: MasterKey, ...older: ReadonlyArray<MasterKey>): MasterKeyRing => ({
  current,
  all: [current, ...older]
})

/** The contents of a new key file. */
export const newMasterKeyFile = (): string =>
  [
    "# The master key of Embedded Super: wraps every data key. Without it nothing sealed in the database opens again.",
    "# Keep a copy in a safe place, apart from copies of the database. The first line is the current key; to replace",
    "# it, put a new one (openssl rand -base64 32) above it and leave the old one below.",
    randomBytes(32).toString("base64"),
    ""
  ].join("\n")

/** Parses a key file: one base64 key of 32 bytes a line, the current one first; `#` starts a comment. */
export const parseMasterKeyFile = (text: string): Result.Result<MasterKeyRing, string> => {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
  const wrong = lines.findIndex((line) => !/^[A-Za-z0-9+/]{43}=$/.test(line))
  if (wrong !== -1) return Result.fail(`its key number ${wrong + 1} is not 32 bytes in base64`)
  const [current, ...older] = lines.map((line) => masterKeyOf(Buffer.from(line, "base64")))
  return current === undefined
    ? Result.fail("it holds no key")
    : Result.succeed(masterKeyRing(current, ...older))
}

/**
 * Where a key is made if none is configured: in the checkout, ignored by git, and outside `.data`, so that a copy of
 * the data folder never contains its key, and removing the checkout leaves nothing behind elsewhere.
 */
export const DEFAULT_KEY_FILE = join(projectRoot, ".keys", "master.key")

/** The keys that wrap data keys, from the file of `MASTER_KEY_FILE`. */
export class MasterKeys extends Context.Service<MasterKeys, MasterKeyRing>()(
  "@embedded-super/service/platform/crypto/MasterKeys"
) {
  static readonly layer: Layer.Layer<MasterKeys, OperatorError, Settings | FileSystem.FileSystem> =
    Layer.effect(
      MasterKeys,
      Effect.gen(function* () {
        const settings = yield* Settings
        if (Option.isSome(settings.masterKeyFile)) return yield* readFile(settings.masterKeyFile.value)
        // A real database may be copied, backed up and reached by others: its key must be configured on purpose, not by
        // default.
        if (!settings.dev) {
          return yield* new OperatorError({
            problem: "MASTER_KEY_FILE isn't set: there is no master key to seal personal data with.",
            remedy:
              "Make one (openssl rand -base64 32 > master.key; chmod 600 master.key), keep it safe, and set " +
              "MASTER_KEY_FILE to its path."
          })
        }
        yield* makeFile(DEFAULT_KEY_FILE)
        return yield* readFile(DEFAULT_KEY_FILE)
      })
    )
}

const unusable = (path: string, why: string) =>
  new OperatorError({
    problem: `The master key file ${path} can't be used: ${why}.`,
    remedy:
      "Give one base64 line of 32 bytes (openssl rand -base64 32) in a file that only you can read (chmod 600)."
  })

const reason = (error: PlatformError): string =>
  error.reason._tag === "NotFound" ? "there is no such file" : `it can't be read (${error.reason._tag})`

const readFile = Effect.fnUntraced(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  const info = yield* Effect.mapError(fs.stat(path), (error) => unusable(path, reason(error)))
  if ((info.mode & 0o004) !== 0) return yield* unusable(path, "everybody on this machine can read it")
  const text = yield* Effect.mapError(fs.readFileString(path), (error) => unusable(path, reason(error)))
  return yield* Effect.mapError(Effect.fromResult(parseMasterKeyFile(text)), (why) => unusable(path, why))
})

/** Makes the file unless it exists. It appears complete or not at all, even if two processes start at once. */
const makeFile = Effect.fnUntraced(
  function* (path: string) {
    const fs = yield* FileSystem.FileSystem
    if (yield* fs.exists(path)) return
    yield* makeFolder(dirname(path), 0o700)
    const draft = yield* fs.makeTempFileScoped({ directory: dirname(path) })
    yield* fs.writeFileString(draft, newMasterKeyFile(), { mode: 0o600 })
    yield* fs.chmod(draft, 0o600)
    yield* Effect.catchIf(
      fs.link(draft, path),
      (error) => error.reason._tag === "AlreadyExists",
      () => Effect.void
    )
    yield* Effect.logInfo("Created a master key; keep a copy of it apart from the data").pipe(
      Effect.annotateLogs({ file: path })
    )
  },
  Effect.scoped,
  (effect, path) =>
    Effect.catchTag(effect, "PlatformError", (error) => Effect.fail(unusable(path, reason(error))))
)
