import {
  type EmbedConflict,
  EmbedOnboardingChanged,
  type NotFound,
  type ValidationFailed
} from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { expiredIfOverdue, isOverdue } from "../sessionProgress.ts"
import { embedDraftsRepo } from "../../embed-drafts/EmbedDraftsRepo.ts"
import { isCommitted } from "../../webhooks/log/DeliveryLogRepo.ts"
import { type AcceptedText, acceptances } from "../../embed-sessions/acceptances.ts"
import { shownPartner } from "../../embed-sessions/ShownPartnerRepo.ts"
import { VIEW_CHANGED } from "../../embed-sessions/viewRevision.ts"
import { BusinessClock } from "../../platform/time/BusinessClock.ts"
import { notNow } from "./steps.ts"
import { presentOnboarding } from "./presentOnboarding.ts"
import { type SessionChange, sessionChanges } from "../sessionChanges.ts"
import { transactions } from "../../platform/database/operation.ts"
import { orNoSuchSession } from "../sessionConflicts.ts"
import { sessionRecords } from "../sessionReader.ts"
import { canHappen, type SessionEvent } from "../sessionStates.ts"
import { sessionsRepo, type StoredSession } from "../SessionsRepo.ts"
import { verificationCodesRepo } from "../phone-verification/VerificationCodesRepo.ts"
import { codeOf } from "../phone-verification/verificationRules.ts"

/** Why a step isn't saved. */
export type StepFailure = EmbedConflict | ValidationFailed | SqlError

/**
 * A step of the employee: the session's product and id, the step's input, and the revision of the view that the
 * employee saw. Without a revision the view isn't checked. `Refused` is the problem of an input that breaks a rule.
 */
export type Step<Input, View = S.EmbedOnboarding, Refused = ValidationFailed> = (
  productId: S.ProductId,
  id: S.OnboardingSessionId,
  input: Input,
  seen?: number
) => Effect.Effect<View, NotFound | EmbedConflict | EmbedOnboardingChanged | Refused>

/** The part that every step shares: locks the session, checks order and expiry, and returns the full view. */
export const stepping = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const transaction = yield* transactions
  const clock = yield* BusinessClock
  const repo = yield* sessionsRepo
  const records = yield* sessionRecords
  const changes = yield* sessionChanges
  const partnerOf = yield* shownPartner
  const accepted = yield* acceptances
  const drafts = yield* embedDraftsRepo
  const codes = yield* verificationCodesRepo

  /** The current time, by the clock of the session's product. */
  const nowOf = ({ sandboxed }: StoredSession) => clock.now(sandboxed)

  const present = Effect.fnUntraced(
    function* (session: StoredSession) {
      const [record] = yield* records([session])
      if (record === undefined) return yield* Effect.die(new Error("A session without a record"))
      const verifies = session.state === "collect_phone_verification"
      const code = verifies ? yield* codes.find(session) : undefined
      return presentOnboarding(record, {
        now: yield* nowOf(session),
        code: code && { ...code, sandbox: codeOf(codes.sandboxCode(session, code.sent)) },
        isCommitted: yield* isCommitted("onboarding_session", session.id, "onboarding_session_completed"),
        canRegister: (record.selection?.consent_version ?? null) !== null,
        partner: yield* partnerOf(session.product_id),
        drafts: yield* drafts.of(session)
      })
    },
    Effect.provideService(SqlClient.SqlClient, sql)
  )

  /** Refuses a step unless the employee saw the session as it is now. */
  const checkSeen = Effect.fnUntraced(function* (session: StoredSession, seen: number | undefined) {
    if (seen === undefined) return
    const view = yield* present(expiredIfOverdue(session, yield* nowOf(session)))
    if (view.revision !== seen) return yield* new EmbedOnboardingChanged({ ...VIEW_CHANGED, view })
  })

  const find = Effect.fnUntraced(function* (productId: S.ProductId, id: S.OnboardingSessionId) {
    const session = yield* orNoSuchSession(yield* repo.find(productId, id))
    return expiredIfOverdue(session, yield* nowOf(session))
  })

  const lock = (productId: S.ProductId, id: S.OnboardingSessionId) =>
    Effect.flatMap(repo.lock(id, productId), orNoSuchSession)

  /** Records activity of the employee that saved nothing. */
  const touch = (session: StoredSession, at: Date) => Effect.asVoid(repo.touch(session.id, at))

  /** Records that the employee agreed to a text, or was shown it where the law requires that. */
  const agreed = ({ id, product_id }: StoredSession, of: AcceptedText, version: S.EmbedTextVersion) =>
    accepted({
      of,
      productId: product_id,
      entity: { kind: "onboarding_session", id },
      versions: [version]
    })

  /** Applies the events to a locked session, as the employee's activity. */
  const apply = (
    session: StoredSession,
    happened: ReadonlyArray<SessionEvent>,
    change: SessionChange,
    at: Date
  ) => changes.apply(session, happened, { ...change, last_activity_at: at }, at)

  /** Wraps a step: its body runs on a locked session in which the step is allowed. */
  const step = <Input>(
    name: string,
    event: SessionEvent,
    save: (session: StoredSession, input: Input, at: Date) => Effect.Effect<StoredSession, StepFailure>
  ): Step<Input> =>
    transaction(`OnboardingSteps.${name}`)(function* (productId, id, input, seen) {
      const session = yield* lock(productId, id)
      yield* checkSeen(session, seen)
      const at = yield* nowOf(session)
      yield* checkEvent(session, event, at)
      return yield* present(yield* save(session, input, at))
    })

  return { nowOf, present, find, lock, checkSeen, touch, apply, step, agreed }
})

/**
 * Refuses the event if the state doesn't allow it, or if the session is past its expiry, even if the expiry job hasn't
 * run.
 */
export const checkEvent = (session: StoredSession, event: SessionEvent, at: Date) => {
  if (!canHappen(session.state, event)) return Effect.fail(notNow(session.state))
  return isOverdue(session, at) ? Effect.fail(notNow("expired")) : Effect.void
}
