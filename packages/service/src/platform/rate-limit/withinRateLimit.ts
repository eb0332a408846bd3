import { RateLimited } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { RateLimits, type RateVerdict } from "./RateLimits.ts"

/**
 * Counts a caller's request, and sets `RateLimit-Policy` and `RateLimit` on its response, whatever its status. Fails
 * with 429 when the limit of the caller's product (or partner) is used up.
 */
export const withinRateLimit = Effect.fnUntraced(function* (caller: S.ApiKeyPrincipal) {
  const limits = yield* RateLimits
  const verdict = yield* limits.take(caller.product_id ?? caller.partner_id)
  if (verdict === undefined) return
  const headers = headersOf(caller.kind, verdict)
  yield* HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(HttpServerResponse.setHeaders(response, headers))
  )
  if (!verdict.allowed) return yield* usedUp(caller.kind, verdict)
})

/** The same for an opened embed, which has its own limit; the frame doesn't use the headers. */
export const withinEmbedRateLimit = Effect.fnUntraced(function* ({ embed_session_id }: S.EmbedPrincipal) {
  const verdict = yield* (yield* RateLimits).take(embed_session_id)
  if (verdict !== undefined && !verdict.allowed) return yield* usedUp("embed", verdict)
})

/** Whole seconds, and never 0, which isn't a wait. */
const wholeSeconds = (seconds: number) => Math.max(1, Math.ceil(seconds))

/**
 * draft-ietf-httpapi-ratelimit-headers-10, in the structured fields of the contract. The remaining count is of the
 * burst, which is used up first: it refills at the rate of the limit per minute.
 */
const headersOf = (policy: S.ApiKeyKind, { limit, remaining, fullIn }: RateVerdict) => {
  const { burst, perMinute } = limit
  const window = wholeSeconds((burst * 60) / perMinute)
  return {
    "ratelimit-policy": `"burst";q=${burst};w=${window}, "${policy}";q=${perMinute};w=60`,
    ratelimit: `"burst";r=${remaining};t=${wholeSeconds(fullIn)}`
  }
}

const usedUp = (policy: S.ApiKeyKind | "embed", { limit, retryIn }: RateVerdict) => {
  const wait = wholeSeconds(retryIn)
  return new RateLimited({
    code: "rate_limited",
    detail:
      `The ${policy}'s ${limit.perMinute} requests a minute, ${limit.burst} of them at once, are used up. ` +
      `Try again in ${wait} ${wait === 1 ? "second" : "seconds"}.`,
    retry_after: wait
  })
}
