import { CannotStart, DataFolder } from "@embedded-super/simulator-kit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import { type CryptoKey, importJWK, type JWK } from "jose"
import { existsSync, readFileSync } from "node:fs"

/** The folder of the keys with which a check signs, while it runs. */
export const checkKeysOf = (folder: DataFolder["Service"]): string => folder.file("check-keys")

/** Its public keys. */
const checkJwksOf = (folder: DataFolder["Service"]): string => `${checkKeysOf(folder)}/jwks.json`

/** The reason why no key was found, for the token's sender. */
export class NoSuchKey extends Error {}

type Key = CryptoKey | Uint8Array

const isUrl = (place: string): boolean => /^https?:\/\//.test(place)

const keysIn = (text: string): ReadonlyArray<JWK> => {
  const { keys } = JSON.parse(text) as { readonly keys?: ReadonlyArray<JWK> }
  if (!Array.isArray(keys)) throw new NoSuchKey("The fund's file of the caller's keys isn't a JWKS.")
  return keys
}

/**
 * The public keys of the caller, or the secrets shared with it: a JWKS that is reloaded when a key is missing from it.
 */
export class CallerKeys extends Context.Service<
  CallerKeys,
  { readonly find: (kid: string | undefined, algorithm: string) => Promise<Key> }
>()("@embedded-super/fund-simulator/CallerKeys") {
  /** Loads the keys from a file or a URL; `caller-jwks.json` in the data folder by default. */
  static readonly layer = (named: string | undefined) =>
    Layer.effect(
      CallerKeys,
      Effect.gen(function* () {
        const path = yield* Path.Path
        const folder = yield* DataFolder
        const place =
          named === undefined ? folder.file("caller-jwks.json") : isUrl(named) ? named : path.resolve(named)
        if (named !== undefined && !isUrl(named) && !existsSync(place)) {
          return yield* new CannotStart({
            sentence: `${place} doesn't exist. Put the caller's JWKS there, or name another with --caller-jwks.`
          })
        }
        const read = async (): Promise<ReadonlyArray<JWK>> => {
          if (isUrl(place)) {
            const answer = await fetch(place, { redirect: "error", signal: AbortSignal.timeout(5000) }).catch(
              () => undefined
            )
            if (answer?.ok !== true)
              throw new NoSuchKey(`This fund can't fetch the caller's keys from ${place}.`)
            return keysIn(await answer.text())
          }
          if (!existsSync(place))
            throw new NoSuchKey(
              "This fund holds no key of the caller. Put its JWKS in caller-jwks.json in the data folder."
            )
          return keysIn(readFileSync(place, "utf8"))
        }
        const ofCheck = checkJwksOf(folder)
        /** While the simulator is checked, the kit is a caller beside the others, of whom there may be none. */
        const all = async (): Promise<ReadonlyArray<JWK>> =>
          existsSync(ofCheck)
            ? [...keysIn(readFileSync(ofCheck, "utf8")), ...(await read().catch(() => []))]
            : read()
        return {
          find: async (kid, algorithm) => {
            const keys = await all()
            if (kid === undefined && keys.length > 1)
              throw new NoSuchKey("The token's header has no kid. Name the key that signed it.")
            const jwk = keys.find((key) => kid === undefined || key.kid === kid)
            if (jwk === undefined)
              throw new NoSuchKey(
                "The token's kid is not among the caller's keys. Publish the key in the JWKS, or give it to the fund."
              )
            if (jwk.alg !== undefined && jwk.alg !== algorithm)
              throw new NoSuchKey(
                "The key of this kid is for another alg. Sign with the alg that the JWKS names."
              )
            return importJWK(jwk, algorithm) as Promise<Key>
          }
        }
      })
    )
}
