import type { ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { randomBytes } from "node:crypto"
import { refuse } from "../personal-data/Findings.ts"
import { Settings } from "../platform/config/Settings.ts"
import { Vault } from "../platform/crypto/Vault.ts"
import { toTimestamp } from "../platform/time/timestamp.ts"
import {
  type EmbedUrlClaims,
  isGoodValidity,
  signEmbedUrl,
  USUAL_VALIDITY,
  verifyEmbedUrl
} from "./embedUrl.ts"

/** The embed to open, its entity, and the end of its validity (30 minutes from now if it isn't given). */
export interface EmbedUrlFor extends Pick<EmbedUrlClaims, "app" | "entityId" | "remoteId" | "userSessionId"> {
  readonly validUntil: S.Timestamp | undefined
}

/** Makes embed URLs, and verifies that a URL is one of them. Stores nothing about a URL until it is opened. */
export class EmbedUrls extends Context.Service<
  EmbedUrls,
  {
    /** A URL for one frame. Refuses a `valid_until` in the past, or more than two hours ahead. */
    readonly make: (request: EmbedUrlFor) => Effect.Effect<S.GeneratedEmbedUrl, ValidationFailed>
    /** The claims of a URL, if this service made it. Doesn't check whether the URL has expired. */
    readonly verify: (url: S.EmbedUrl) => Option.Option<EmbedUrlClaims>
  }
>()("@embedded-super/service/embed-sessions/EmbedUrls") {
  static readonly layer = Layer.effect(
    EmbedUrls,
    Effect.gen(function* () {
      const { baseUrl } = yield* Settings
      const vault = yield* Vault
      const sign = (text: string) => vault.fingerprint("embed url", text)

      return EmbedUrls.of({
        make: Effect.fn("EmbedUrls.make")(function* ({ validUntil, ...claims }) {
          const now = yield* DateTime.now
          const until = validUntil ?? toTimestamp(DateTime.addDuration(now, USUAL_VALIDITY))
          if (!isGoodValidity(DateTime.makeUnsafe(until), now)) return yield* badValidity
          const nonce = randomBytes(16).toString("base64url")
          const url = signEmbedUrl(baseUrl, { ...claims, validUntil: until, nonce }, sign)
          return { embed_url: Redacted.make(url) as S.EmbedUrl, valid_until: until }
        }),

        verify: (url) => Option.fromUndefinedOr(verifyEmbedUrl(Redacted.value(url), sign))
      })
    })
  )
}

const badValidity = refuse({
  pointer: "#/valid_until",
  code: "not_allowed",
  detail: "An embed URL is valid until a moment in the future, at most two hours ahead."
})
