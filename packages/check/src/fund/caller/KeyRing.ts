/**
 * The secret with which the kit calls, and the keys that the fund verifies with. The secret comes from the environment
 * variable that the profile names. For a flow that signs with a key pair of the service, the kit makes its own key if
 * there is none, and publishes the public half as a JWKS: a file, and with `--jwks-port` an address.
 *
 * The trap: a fund may cache a JWKS. A new key is published beside the old one, and the old one stays.
 */
import type { FundProfile, JsonWebKey } from "@embedded-super/contracts/schemas"
import type { FundCredential } from "@embedded-super/rules/authentication/AuthFlow"
import { authFlowOf } from "@embedded-super/rules/authentication/authFlows"
import { makeFolder } from "@embedded-super/program/makeFolder"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Redacted from "effect/Redacted"
import type { Scope } from "effect/Scope"
import { join } from "node:path"
import { type CannotRun, usage } from "../../cli/CannotRun.ts"

export interface KeyRing {
  /** The credential to call with now. */
  readonly current: () => FundCredential
  /** The public keys; empty if the flow has none. */
  readonly published: () => ReadonlyArray<JsonWebKey>
  /** Where the fund finds the keys that it verifies with, in words; undefined where the kit doesn't know. */
  readonly whereabouts: string | undefined
  /**
   * Makes a new key, publishes it beside the old one, and signs with it until the scope ends; undefined if the secret isn't
   * the kit's own, or if the profile names the one kid.
   */
  readonly rotate: Effect.Effect<void, never, Scope> | undefined
}

export const DEFAULT_SECRET_ENV = "FUND_CHECK_SECRET"

/** Of two keys with one kid, a fund can't choose. */
const hasOneKeyId = (authentication: FundProfile["authentication"]): boolean =>
  authentication.flow === "jwt" && authentication.key_id !== undefined

interface KeyRingOptions {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The folder of the kit's own key and JWKS. */
  readonly folder: string
}

/** A credential that the caller keeps: the kit neither publishes nor replaces its key. */
export const keyRingOf = (credential: FundCredential): KeyRing => ({
  current: () => credential,
  published: () => [],
  whereabouts: undefined,
  rotate: undefined
})

export const makeKeyRing = Effect.fnUntraced(function* (
  { authentication, check }: FundProfile,
  { environment, folder }: KeyRingOptions
): Effect.fn.Return<KeyRing, CannotRun, FileSystem.FileSystem> {
  const fs = yield* FileSystem.FileSystem
  const flow = authFlowOf(authentication)
  const variable = check?.secret_env ?? DEFAULT_SECRET_ENV
  const given = environment[variable]?.trim() ?? ""

  const credentialOf = Effect.fnUntraced(function* (secret: string, version: number) {
    const key = yield* flow.keyOf?.(secret, version) ?? Effect.undefined
    const credential = { version, secret: Redacted.make(secret), keyId: key?.keyId ?? null }
    return { credential, publicKey: key?.publicKey ?? null }
  })

  const keyFile = join(folder, "signing-key.pem")
  const jwksFile = join(folder, "jwks.json")
  const unwritable = () =>
    usage(`The keys can't be kept in ${folder}. Name a folder with --keys that can be written.`)
  const keep = (file: string, text: string, mode: number) =>
    Effect.mapError(fs.writeFileString(file, text, { mode }), unwritable)
  const publish = (keys: ReadonlyArray<JsonWebKey>) =>
    keep(jwksFile, `${JSON.stringify({ keys }, null, 2)}\n`, 0o644)

  if (given !== "") {
    const mistake = flow.mistakeIn(given)
    if (mistake !== undefined) return yield* usage(`The secret in ${variable} can't be used: ${mistake}.`)
    const { credential, publicKey } = yield* credentialOf(given, 1)
    if (publicKey !== null) {
      yield* Effect.mapError(makeFolder(folder, 0o700), unwritable)
      yield* publish([publicKey])
    }
    return {
      current: () => credential,
      published: () => (publicKey === null ? [] : [publicKey]),
      whereabouts: publicKey === null ? `the secret in ${variable}` : jwksFile,
      rotate: undefined
    }
  }
  const { generate } = flow
  if (generate === undefined) {
    return yield* usage(`There is no secret to call with. Set ${variable} to ${flow.secret}.`)
  }

  yield* Effect.mapError(makeFolder(folder, 0o700), unwritable)
  const kept = yield* Effect.orElseSucceed(fs.readFileString(keyFile), () => "")
  const isUsable = kept !== "" && flow.mistakeIn(kept.trim()) === undefined
  const secret = isUsable ? kept.trim() : Redacted.value(generate())
  if (!isUsable) yield* keep(keyFile, `${secret}\n`, 0o600)

  const first = yield* credentialOf(secret, 1)
  let version = first.credential.version
  let current = first.credential
  let keys = [first.publicKey].filter((key) => key !== null)
  yield* publish(keys)
  return {
    current: () => current,
    published: () => keys,
    whereabouts: jwksFile,
    rotate: hasOneKeyId(authentication)
      ? undefined
      : Effect.gen(function* () {
          version += 1
          const next = yield* credentialOf(Redacted.value(generate()), version)
          if (next.publicKey !== null) keys = [...keys, next.publicKey]
          yield* Effect.orDie(publish(keys))
          yield* Effect.acquireRelease(
            Effect.sync(() => (current = next.credential)),
            () => Effect.sync(() => (current = first.credential))
          )
        })
  }
})
