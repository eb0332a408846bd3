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

/** Which embed to open, for whom, and until when; 30 minutes if nothing is said. */
export interface EmbedUrlFor extends Pick<EmbedUrlClaims, "app" | "entityId" | "remoteId" | "userSessionId"> {
  readonly validUntil: S.Timestamp | undefined
}

/** Makes embed URLs, and tells those that it made from all others. Nothing is kept of a URL until it is opened. */
export class EmbedUrls extends Context.Service<
  EmbedUrls,
  {
    /** A URL for one frame. Refuses a `valid_until` that has passed, or lies more than two hours ahead. */
    readonly make: (request: EmbedUrlFor) => Effect.Effect<S.GeneratedEmbedUrl, ValidationFailed>
    /** What a URL claims, if this service made it. Says nothing of its time being over. */
    readonly verify: (url: S.EmbedUrl) => Option.Option<EmbedUrlClaims>
  }
>()("@embedded-super/service/embed-sessions/EmbedUrls") {
  static readonly layer = Layer.effect(
    EmbedUrls,
    Effect.gen(function* () {
      const { baseUrl } = yield* Settings
      const vault = yield* Vault
      const sign = (text: string) => vault.fingerprint("embed url", text)

      const make = Effect.fn("EmbedUrls.make")(function* ({ validUntil, ...claims }: EmbedUrlFor) {
        const now = yield* DateTime.now
        const until = validUntil ?? toTimestamp(DateTime.addDuration(now, USUAL_VALIDITY))
        if (!isGoodValidity(DateTime.makeUnsafe(until), now)) return yield* badValidity
        const nonce = randomBytes(16).toString("base64url")
        const url = signEmbedUrl(baseUrl, { ...claims, validUntil: until, nonce }, sign)
        return { embed_url: Redacted.make(url) as S.EmbedUrl, valid_until: until }
      })

      return EmbedUrls.of({
        make,
        verify: (url) => Option.fromUndefinedOr(verifyEmbedUrl(Redacted.value(url), sign))
      })
    })
  )
}

const badValidity = refuse({
  pointer: "#/valid_until",
  code: "not_allowed",
  detail: "An embed URL is good until a moment in the future, at most two hours ahead."
})
