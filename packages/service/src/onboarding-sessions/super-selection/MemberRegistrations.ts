import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"

/** A member to be registered: which session asks, and which fund product the employee chose. */
export interface RegistrationRequest {
  readonly productId: S.ProductId
  readonly sessionId: S.OnboardingSessionId
  readonly fundProductId: S.FundProductId
  readonly usi: S.Usi
}

/**
 * Why a registration isn't made again: there is none, it succeeded, it goes on by itself, or the fund may have
 * registered the member.
 */
export type RetryRefusal = "none" | "registered" | "under_way" | "uncertain"

/**
 * The port to what registers members with funds.
 *
 * `request` is called inside the transaction in which the employee confirms: the registration is then asked for with
 * the confirmation, or not at all. Whoever implements it reads the member profile when it calls the fund
 * (`SessionOutcomes.memberProfile`) and tells what came of it (`SessionOutcomes.registrationSettled`).
 */
export class MemberRegistrations extends Context.Service<
  MemberRegistrations,
  {
    readonly request: (registration: RegistrationRequest) => Effect.Effect<void, SqlError>
    /** Has a session's registration made again, in the caller's transaction; or says why not, and changes nothing. */
    readonly retry: (sessionId: S.OnboardingSessionId) => Effect.Effect<RetryRefusal | undefined, SqlError>
  }
>()("@embedded-super/service/onboarding-sessions/MemberRegistrations") {}
