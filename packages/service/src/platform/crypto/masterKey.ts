import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { createHmac, randomBytes } from "node:crypto"

/** A key that wraps data keys. `id` is derived from `bytes`, so it can't identify another key by mistake. */
export interface MasterKey {
  /** Eight bytes, part of every ciphertext. Not a secret. */
  readonly id: Uint8Array
  /** 32 bytes. */
  readonly bytes: Redacted.Redacted<Uint8Array>
}

/** `current` seals; any of `all` opens, so that a key can be replaced without sealing every value again. */
export interface MasterKeyRing {
  readonly current: MasterKey
  readonly all: ReadonlyArray<MasterKey>
}

export const masterKeyOf = (bytes: Uint8Array): MasterKey => ({
  id: createHmac("sha256", bytes).update("embedded-super master key id").digest().subarray(0, 8),
  bytes: Redacted.make(bytes)
})

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
