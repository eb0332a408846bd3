import { PartnerKeySecurity, ProductKeySecurity } from "@embedded-super/contracts/partner-api"
import { ApiKeyPrincipal } from "@embedded-super/contracts/principals"
import { Forbidden, Unauthenticated } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import { logCaller } from "@embedded-super/http-manners"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { CurrentCall } from "../platform/timeline/noteCalls.ts"
import { heedRateLimit, RateLimits } from "../platform/rate-limit/RateLimits.ts"
import { ApiKeys } from "./ApiKeys.ts"

/** Runs the request as the owner of the presented key, if the key is of this kind and within its rate limit. */
const withKeyOf = Effect.fnUntraced(function* <A, E, R>(
  kind: S.ApiKeyKind,
  answer: Effect.Effect<A, E, R>,
  credential: Redacted.Redacted
) {
  const keys = yield* ApiKeys
  const admitted = Option.getOrUndefined(yield* keys.admit(credential, yield* RateLimits))
  if (admitted === undefined) return yield* Redacted.value(credential) === "" ? noKey : unknownKey
  const { caller, isSuspended, verdict } = admitted
  yield* logCaller(loggedCaller(caller))
  const call = yield* CurrentCall
  if (call !== undefined) call.caller = notedCaller(caller)
  yield* heedRateLimit(caller.kind, verdict)
  if (isSuspended) return yield* suspended
  if (caller.kind !== kind) return yield* wrongKind(kind)
  return yield* Effect.provideService(answer, ApiKeyPrincipal, caller)
})

const loggedCaller = ({ key_id, partner_id, product_id }: ApiKeyPrincipal["Service"]) => ({
  partner_id,
  ...(product_id === null ? {} : { product_id }),
  key_id
})

const notedCaller = ({ partner_id: partnerId, product_id: productId }: ApiKeyPrincipal["Service"]) =>
  productId === null
    ? { who: "partner" as const, partnerId, about: [{ kind: "partner", id: partnerId }] }
    : { who: "product" as const, productId, about: [{ kind: "product", id: productId }] }

const noKey = new Unauthenticated({
  code: "unauthenticated",
  detail: "Send an API key in the X-API-Key header."
})

const unknownKey = new Unauthenticated({
  code: "unauthenticated",
  detail: "The key in X-API-Key is unknown or was deactivated."
})

const suspended = new Forbidden({
  code: "partner_suspended",
  detail: "The operator of the service has suspended this partner. Nothing was done."
})

const wrongKind = (needed: S.ApiKeyKind) =>
  new Forbidden({
    code: "forbidden",
    detail: `This operation needs a ${needed} key, which begins with ${needed}_.`
  })

/** The partner API's two security schemes, by `ApiKeys`, within `RateLimits`. */
export const ApiKeySecurity = Layer.unwrap(
  Effect.gen(function* () {
    const keys = yield* ApiKeys
    const limits = yield* RateLimits
    const securityOf =
      (kind: S.ApiKeyKind) =>
      <A, E, R>(answer: Effect.Effect<A, E, R>, { credential }: { readonly credential: Redacted.Redacted }) =>
        withKeyOf(kind, answer, credential).pipe(
          Effect.provideService(ApiKeys, keys),
          Effect.provideService(RateLimits, limits)
        )
    return Layer.mergeAll(
      Layer.succeed(PartnerKeySecurity, { PartnerKey: securityOf("partner") }),
      Layer.succeed(ProductKeySecurity, { ProductKey: securityOf("product") })
    )
  })
)
