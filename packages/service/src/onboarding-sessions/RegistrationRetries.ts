import { Conflict, type NotFound } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type RequestedBy, audit } from "../platform/audit/audit.ts"
import { employeesRepo } from "../employees/EmployeesRepo.ts"
import { orNoSuchSession } from "./sessionConflicts.ts"
import { nowOf, sessionsRepo } from "./SessionsRepo.ts"
import { FundCalls } from "../funds/calls/FundCalls.ts"
import type { RetryRefusal } from "../funds/calls/reopening.ts"
import { selectionsRepo } from "./super-selection/SelectionsRepo.ts"
import { transactions } from "../platform/database/operation.ts"

/** How partners retry a registration that failed (D-registration-retries). */
export class RegistrationRetries extends Context.Service<
  RegistrationRetries,
  {
    /**
     * Registers the employee again, after a registration that failed or is parked for good. The session stays as it is:
     * a session that has ended sends no more webhooks, and the employee's `employee_changed` reports the number when it
     * arrives. Records who made the request.
     */
    readonly retry: (
      productId: S.ProductId,
      id: S.OnboardingSessionId,
      by: RequestedBy
    ) => Effect.Effect<void, NotFound | Conflict>
  }
>()("@embedded-super/service/onboarding-sessions/RegistrationRetries") {
  static readonly layer = Layer.effect(
    RegistrationRetries,
    Effect.gen(function* () {
      const transaction = yield* transactions
      const repo = yield* sessionsRepo
      const selections = yield* selectionsRepo
      const employees = yield* employeesRepo
      const calls = yield* FundCalls

      return RegistrationRetries.of({
        retry: transaction("RegistrationRetries.retry")(function* (productId, id, by) {
          const session = yield* orNoSuchSession(yield* repo.lockHead(id, productId))
          if (session.erased_at !== null) return yield* refusal("erased")
          const refused = yield* calls.retryRegistration(id)
          if (refused !== undefined) return yield* refusal(refused)
          const selection = (yield* selections.ofSessions([id])).get(id)
          const at = yield* nowOf(session)
          if (selection !== undefined && selection.progress_state === "completed") {
            // The fund's earlier refusal no longer holds, because it is asked again.
            const asked = { progress_state: "registering", refusal: null, settled_at: null } as const
            yield* selections.put({ ...selection, ...asked })
            yield* employees.touch(session.employee_id, at)
          }
          const entity = { kind: "onboarding_session", id }
          yield* audit({ ...by, action: "member_registration.retry", productId, entity })
        })
      })
    })
  )
}

const WORDS: { readonly [Reason in RetryRefusal | "erased"]: string } = {
  none: "The session has asked for no member registration, so there is none to retry.",
  done: "The employee is registered: getOnboardingSession shows the member number.",
  under_way: "The registration continues automatically. Wait for it; getOnboardingSession shows its state.",
  uncertain:
    "The fund may have registered the employee, and a second attempt could register them twice. The service's operator " +
    "asks the fund and then lets the registration continue.",
  erased:
    "The session's personal data is erased, so the employee can't be registered from it. Start a new session."
}

const refusal = (reason: RetryRefusal | "erased") =>
  new Conflict({
    code: "registration_not_retryable",
    detail: WORDS[reason],
    state: reason === "done" ? "registered" : reason,
    allowed: reason === "erased" || reason === "none" ? ["createOnboardingSession"] : ["getOnboardingSession"]
  })
