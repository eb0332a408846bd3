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
  }
>()("@embedded-super/service/onboarding-sessions/MemberRegistrations") {}
