/**
 * How partners end sessions (`cancel`) and erase a person's data (`erase`). `erasure` removes the personal data from
 * each table that holds it; `retention/` uses it, too, when the retention time is over.
 *
 * The trap: the intent that the session came from is locked before the session, here as everywhere. A table that gets
 * personal data must be added to `erasure`.
 */
import type { Conflict, NotFound } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type RequestedBy, audit } from "../../platform/audit/audit.ts"
import { expiredIfOverdue, isOverdue } from "../sessionProgress.ts"
import { sessionChanges } from "../sessionChanges.ts"
import { checkAllowed, orNoSuchSession, type OnSession } from "../sessionConflicts.ts"
import { type SessionEvent, UNCONFIRMED } from "../sessionStates.ts"
import { nowOf, type SessionHead, sessionsRepo } from "../SessionsRepo.ts"
import { erasure } from "./erasure.ts"
import { transactions } from "../../platform/database/operation.ts"

export class SessionEndings extends Context.Service<
  SessionEndings,
  {
    /** Cancels a session that the employee hasn't confirmed, and sends its last webhook. */
    readonly cancel: OnSession<void, NotFound | Conflict>
    /**
     * Erases the personal data of a session; cancels an open one first. A repeat changes nothing. Records who made the
     * request.
     */
    readonly erase: (
      productId: S.ProductId,
      id: S.OnboardingSessionId,
      by: RequestedBy
    ) => Effect.Effect<void, NotFound | Conflict>
  }
>()("@embedded-super/service/onboarding-sessions/SessionEndings") {
  static readonly layer = Layer.effect(
    SessionEndings,
    Effect.gen(function* () {
      const transaction = yield* transactions
      const repo = yield* sessionsRepo
      const changes = yield* sessionChanges
      const { erase: eraseData, eraseIntent } = yield* erasure

      const lock = (productId: S.ProductId, id: S.OnboardingSessionId) =>
        Effect.flatMap(repo.lockHead(id, productId), orNoSuchSession)

      /** The events before a session is erased: an open session is ended. */
      const ending = (session: SessionHead, at: Date): ReadonlyArray<SessionEvent> =>
        isOverdue(session, at) ? ["expired"] : UNCONFIRMED.includes(session.state) ? ["cancelled"] : []

      return SessionEndings.of({
        cancel: transaction("SessionEndings.cancel")(function* (productId, id) {
          const session = yield* lock(productId, id)
          const at = yield* nowOf(session)
          yield* checkAllowed("cancelOnboardingSession", expiredIfOverdue(session, at).state)
          yield* changes.apply(session, ["cancelled"], {}, at)
        }),

        erase: transaction("SessionEndings.erase")(function* (productId, id, by) {
          yield* orNoSuchSession(yield* repo.owned(productId, id))
          yield* eraseIntent(id)
          const session = yield* lock(productId, id)
          const at = yield* nowOf(session)
          yield* checkAllowed("eraseOnboardingSession", session.state)
          if (session.erased_at !== null) return
          const details = yield* eraseData(session, at)
          yield* changes.apply(session, ending(session, at), { erased_at: at, details }, at)
          const entity = { kind: "onboarding_session", id }
          yield* audit({ ...by, action: "onboarding_session.erase", productId, entity })
        })
      })
    })
  )
}
