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
import type * as Statement from "effect/sql/Statement"
import { expiredIfOverdue, isOverdue, type SessionRecord } from "../sessionProgress.ts"
import { type AcceptedText, acceptance } from "../../embed-sessions/acceptances.ts"
import { VIEW_CHANGED } from "../../embed-sessions/viewRevision.ts"
import { notNow } from "./steps.ts"
import { presentOnboarding } from "./presentOnboarding.ts"
import { type SessionChange, sessionChanges } from "../sessionChanges.ts"
import { transactions } from "../../platform/database/operation.ts"
import { orNoSuchSession } from "../sessionConflicts.ts"
import { withProducts } from "../presentSession.ts"
import { sessionRecordsRepo, type StoredOnboarding } from "../SessionRecordsRepo.ts"
import { canHappen, type SessionEvent } from "../sessionStates.ts"
import { nowOf, sessionsRepo, type StoredSession } from "../SessionsRepo.ts"
import { verificationCodesRepo } from "../phone-verification/VerificationCodesRepo.ts"
import { codeOf } from "../phone-verification/verificationRules.ts"

/** Why a step isn't saved. */
type StepFailure = EmbedConflict | ValidationFailed | SqlError

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

/** A session that its employee has open, with all data that the embed shows. A step changes it and shows it again. */
export interface OpenOnboarding extends StoredOnboarding, SessionRecord {}

/** A step's writes and changes besides the session. */
interface Alongside extends Partial<Pick<OpenOnboarding, "selection" | "product" | "tfn">> {
  readonly writes?: ReadonlyArray<Statement.Fragment>
}

/** The part that every step shares: locks the session, checks order and expiry, and returns the full view. */
export const stepping = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const transaction = yield* transactions
  const records = yield* sessionRecordsRepo
  const sessions = yield* sessionsRepo
  const complete = yield* withProducts
  const changes = yield* sessionChanges
  const codes = yield* verificationCodesRepo

  const present = Effect.fnUntraced(function* (open: OpenOnboarding) {
    const { session } = open
    const verifies = session.state === "collect_phone_verification"
    const code = verifies ? yield* codes.find(session) : undefined
    return presentOnboarding(open, {
      now: yield* nowOf(session),
      code: code && { ...code, sandbox: codeOf(codes.sandboxCode(session, code.sent)) },
      isCommitted: open.isCommitted,
      canRegister: (open.selection?.consent_version ?? null) !== null,
      partner: open.partner,
      drafts: open.drafts
    })
  })

  const opened = (stored: StoredOnboarding) =>
    Effect.map(complete([stored]), ([open]) => open as OpenOnboarding)

  /** Refuses a step unless the employee saw the session as it is now. */
  const checkSeen = Effect.fnUntraced(function* (open: OpenOnboarding, seen: number | undefined) {
    if (seen === undefined) return
    const view = yield* present(asOf(open, yield* nowOf(open.session)))
    if (view.revision !== seen) return yield* new EmbedOnboardingChanged({ ...VIEW_CHANGED, view })
  })

  const find = Effect.fnUntraced(function* (productId: S.ProductId, id: S.OnboardingSessionId) {
    const open = yield* opened(yield* orNoSuchSession(yield* records.findOnboarding(productId, id)))
    return asOf(open, yield* nowOf(open.session))
  })

  /** The session, locked, without the chosen product. */
  const lockStored = (productId: S.ProductId, id: S.OnboardingSessionId) =>
    Effect.flatMap(records.lockOnboarding(productId, id), orNoSuchSession)

  const lock = (productId: S.ProductId, id: S.OnboardingSessionId) =>
    Effect.flatMap(lockStored(productId, id), opened)

  /** Records activity of the employee that saved nothing. */
  const touch = (session: StoredSession, at: Date) => Effect.asVoid(sessions.touch(session.id, at))

  /** The record that the employee agreed to a text, or was shown it where the law requires that: its write. */
  const agreed = ({ id, product_id }: StoredSession, of: AcceptedText, version: S.EmbedTextVersion) =>
    acceptance(sql, {
      of,
      productId: product_id,
      entity: { kind: "onboarding_session", id },
      versions: [version]
    })

  /**
   * Applies the events to a locked session, as the employee's activity, with the step's other writes in the same statement.
   */
  const apply = Effect.fnUntraced(function* (
    open: OpenOnboarding,
    happened: ReadonlyArray<SessionEvent>,
    change: SessionChange,
    at: Date,
    { writes, ...changed }: Alongside = {}
  ) {
    const { drafts, effects, session } = yield* changes.apply(
      open.session,
      happened,
      { ...change, last_activity_at: at },
      at,
      { drafts: open.drafts, selection: open.selection, writes: writes ?? [] }
    )
    return { open: { ...open, ...changed, session, drafts } as OpenOnboarding, effects }
  })

  /** Wraps a step: its body runs on a locked session in which the step is allowed. */
  const step = <Input>(
    name: string,
    event: SessionEvent,
    save: (open: OpenOnboarding, input: Input, at: Date) => Effect.Effect<OpenOnboarding, StepFailure>
  ): Step<Input> =>
    transaction(`OnboardingSteps.${name}`)(function* (productId, id, input, seen) {
      const open = yield* lock(productId, id)
      yield* checkSeen(open, seen)
      const at = yield* nowOf(open.session)
      yield* checkEvent(open.session, event, at)
      return yield* present(yield* save(open, input, at))
    })

  return { present, find, lock, lockStored, checkSeen, touch, apply, step, agreed }
})

/** The session at a moment: from its expiry on, an unconfirmed session reads as expired. */
export const asOf = (open: OpenOnboarding, at: Date): OpenOnboarding => ({
  ...open,
  session: expiredIfOverdue(open.session, at)
})

/**
 * Refuses the event if the state doesn't allow it, or if the session is past its expiry, even if the expiry job hasn't
 * run.
 */
export const checkEvent = (session: StoredSession, event: SessionEvent, at: Date) => {
  if (!canHappen(session.state, event)) return Effect.fail(notNow(session.state))
  return isOverdue(session, at) ? Effect.fail(notNow("expired")) : Effect.void
}
