import { Conflict, type ValidationFailed } from "@embedded-super/contracts/problems"
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
import { databaseDefects } from "../platform/database/operation.ts"
import { toTimestamp } from "../platform/time/timestamp.ts"
import {
  type EmbedUrlClaims,
  isGoodValidity,
  signEmbedUrl,
  USUAL_VALIDITY,
  verifyEmbedUrl
} from "./embedUrl.ts"
import { embedSessionsRepo } from "./EmbedSessionsRepo.ts"

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
    /**
     * Fails if no page may frame the product's embeds: a URL would then open nothing but an empty frame. With `--dev` it
     * succeeds and logs that the embed works only in a window of its own.
     */
    readonly requireFramers: (productId: S.ProductId) => Effect.Effect<void, Conflict>
    /** The claims of a URL, if this service made it. Doesn't check whether the URL has expired. */
    readonly verify: (url: S.EmbedUrl) => Option.Option<EmbedUrlClaims>
  }
>()("@embedded-super/service/embed-sessions/EmbedUrls") {
  static readonly layer = Layer.effect(
    EmbedUrls,
    Effect.gen(function* () {
      const { baseUrl, dev } = yield* Settings
      const repo = yield* embedSessionsRepo
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

        requireFramers: Effect.fn("EmbedUrls.requireFramers")(function* (productId) {
          if (yield* databaseDefects(repo.hasFramers(productId))) return
          if (!dev) return yield* noFramers
          yield* Effect.logWarning(
            "The product has no target_origins: the embed works in a window of its own, and no page can frame it.",
            { product_id: productId }
          )
        }),

        verify: (url) => Option.fromUndefinedOr(verifyEmbedUrl(Redacted.value(url), sign))
      })
    })
  )
}

const noFramers = new Conflict({
  code: "target_origins_missing",
  detail:
    "No page may frame this product's embeds. Set the origins of your pages first: target_origins, with " +
    "PATCH /api/v1/products/{id} and the partner key."
})

const badValidity = refuse({
  pointer: "#/valid_until",
  code: "not_allowed",
  detail: "An embed URL is valid until a moment in the future, at most two hours ahead."
})
