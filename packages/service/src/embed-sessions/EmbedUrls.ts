import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { randomBytes } from "node:crypto"
import { Settings } from "../platform/config/Settings.ts"
import { Vault } from "../platform/crypto/Vault.ts"
import { type EmbedUrlClaims, isSignedBy, signEmbedUrl } from "./embedUrl.ts"

/** Makes embed URLs, and tells those that it made from all others. Nothing is kept of a URL until it is opened. */
export class EmbedUrls extends Context.Service<
  EmbedUrls,
  {
    /** A URL for one page view, with a nonce of its own. */
    readonly make: (claims: Omit<EmbedUrlClaims, "nonce">) => Effect.Effect<Redacted.Redacted>
    /** Whether this service signed these claims. */
    readonly isOurs: (claims: EmbedUrlClaims, signed: Redacted.Redacted) => boolean
  }
>()("@embedded-super/service/embed-sessions/EmbedUrls") {
  static readonly layer = Layer.effect(
    EmbedUrls,
    Effect.gen(function* () {
      const { baseUrl } = yield* Settings
      const vault = yield* Vault
      const sign = (text: string) => vault.fingerprint("embed url", text)
      return EmbedUrls.of({
        make: (claims) =>
          Effect.sync(() => {
            const nonce = randomBytes(16).toString("base64url")
            return Redacted.make(signEmbedUrl(baseUrl, { ...claims, nonce }, sign))
          }),
        isOurs: (claims, signed) => isSignedBy(claims, Redacted.value(signed), sign)
      })
    })
  )
}
