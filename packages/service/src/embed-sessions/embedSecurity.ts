import { EmbedTokenSecurity } from "@embedded-super/contracts/embed-api"
import { EmbedPrincipal } from "@embedded-super/contracts/principals"
import { Forbidden, NotFound, Unauthenticated } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import { type BodyRules, logCaller, withBodyRules } from "@embedded-super/http-manners"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { CurrentCall } from "../platform/timeline/noteCalls.ts"
import { heedEmbedRateLimit, RateLimits } from "../platform/rate-limit/RateLimits.ts"
import { EmbedSessions } from "./EmbedSessions.ts"

/** The token is unknown or has ended, or its entity no longer exists. */
const tokenEnded = new Unauthenticated({
  code: "unauthenticated",
  detail: "The embed's token is unknown or no longer valid. Open the page again from your payroll system."
})

const suspended = new Forbidden({
  code: "partner_suspended",
  detail: "This page isn't available for now. Ask your payroll system's support."
})

/** The views that a frame polls while it waits. */
const POLLED: ReadonlySet<string> = new Set(["getEmployerSettings", "getOnboarding"])

/**
 * The port to the rules of bodies that depend on the sending embed, such as a fund's questions to an employer. Embed sessions
 * don't import apps; `ports.ts` at the top of the service connects them. By default there are none.
 */
export const EmbedBodyRules = Context.Reference<(caller: EmbedPrincipal["Service"]) => BodyRules>(
  "@embedded-super/service/embed-sessions/EmbedBodyRules",
  { defaultValue: () => () => () => undefined }
)

/** The embed API's security scheme, by `EmbedSessions`, within `RateLimits`. */
export const EmbedSecurity = Layer.effect(
  EmbedTokenSecurity,
  Effect.gen(function* () {
    const sessions = yield* EmbedSessions
    const limits = yield* RateLimits
    const rulesOf = yield* EmbedBodyRules
    return {
      EmbedToken: Effect.fnUntraced(function* (answer, { credential, endpoint }) {
        const { headers } = yield* HttpServerRequest.HttpServerRequest
        const isPoll = POLLED.has(endpoint.identifier) && headers["x-embed-poll"] === "1"
        const admitted = yield* sessions.admit(credential, { isPoll, limits })
        if (Option.isNone(admitted)) return yield* tokenEnded
        const { caller, isSuspended, verdict } = admitted.value
        yield* logCaller({ product_id: caller.product_id, embed: caller.app })
        const call = yield* CurrentCall
        if (call !== undefined) call.caller = notedCaller(caller)
        yield* heedEmbedRateLimit(verdict)
        // A person can always leave a shared computer.
        if (isSuspended && endpoint.identifier !== "endEmbed") return yield* suspended
        return yield* answer.pipe(
          Effect.provideService(EmbedPrincipal, caller),
          withBodyRules(rulesOf(caller))
        )
      })
    }
  })
)

const APP_THINGS: { readonly [App in S.EmbedApp]: string } = {
  super_settings: "employer",
  onboarding: "onboarding_session",
  intent: "onboarding_session_intent"
}

const notedCaller = ({ app, entity_id, product_id }: S.EmbedPrincipal) => ({
  who: app === "onboarding" ? ("employee" as const) : ("employer" as const),
  productId: product_id,
  about: [
    { kind: APP_THINGS[app], id: entity_id },
    { kind: "product", id: product_id }
  ]
})

/** The entity of the token, if the token belongs to this app. */
const boundTo = <Id extends string>(app: S.EmbedApp) =>
  Effect.flatMap(EmbedPrincipal, (caller) =>
    caller.app === app
      ? Effect.succeed({ productId: caller.product_id, id: caller.entity_id as Id })
      : Effect.fail(
          new Forbidden({
            code: "forbidden",
            detail: "The token belongs to an embed that this operation isn't part of."
          })
        )
  )

/** The employer's embed that made a call. */
export interface OpenEmbed {
  readonly productId: S.ProductId
  readonly employerId: S.EmployerId
  readonly embedSessionId: S.EmbedSessionId
}

/** The employer whose settings are open. */
export const callerEmployer = boundTo<S.EmployerId>("super_settings")

/** The onboarding session that is open. */
export const callerSession = boundTo<S.OnboardingSessionId>("onboarding")

/** The intent that is open. */
export const callerIntent = boundTo<S.OnboardingSessionIntentId>("intent")

/** Fails as an ended token if the token's entity no longer exists. */
export const endedIfGone = <A, E, R>(
  effect: Effect.Effect<A, E | NotFound, R>
): Effect.Effect<A, Exclude<E, NotFound> | Unauthenticated, R> =>
  Effect.catchIf(
    effect,
    (error): error is NotFound => error instanceof NotFound,
    () => Effect.fail(tokenEnded)
  ) as Effect.Effect<A, Exclude<E, NotFound> | Unauthenticated, R>
