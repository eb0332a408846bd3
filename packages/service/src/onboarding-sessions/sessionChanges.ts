import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { Events } from "../webhooks/events/Events.ts"
import { follow, isFinal, type OutOfOrder, type SessionEvent } from "./sessionStates.ts"
import { type SessionHead, sessionsRepo, type StoredSession } from "./SessionsRepo.ts"

/** An event that the session's state doesn't allow. */
export class NotNow extends Data.TaggedError("NotNow")<OutOfOrder> {}

/** The fields that a change may write besides the state. */
export type SessionChange = Partial<
  Pick<
    StoredSession,
    | "remote_id"
    | "email_validated"
    | "phone_number_validated"
    | "phone_verification"
    | "phone_verified_at"
    | "details"
    | "disclaimer_accepted_at"
    | "confirmed_at"
    | "abandoned_at"
    | "superseded_by"
    | "erased_at"
    | "last_activity_at"
  >
>

/** The only way to change a session: writes state, version and webhook together, in the caller's transaction. */
export const sessionChanges = Effect.gen(function* () {
  const repo = yield* sessionsRepo
  const events = yield* Events

  const send = (session: SessionHead, event: "onboarding_session_changed" | "onboarding_session_completed") =>
    events.record({
      productId: session.product_id,
      subject: "onboarding_session",
      event,
      entityId: session.id,
      remoteId: session.remote_id,
      seq: session.version
    })

  /** Applies the events to a session that the caller has locked, and returns the changed session. */
  const apply = Effect.fnUntraced(function* <A extends SessionHead>(
    session: A,
    happened: ReadonlyArray<SessionEvent>,
    change: A extends StoredSession ? SessionChange : Omit<SessionChange, "details">,
    at: Date
  ) {
    const next = follow(session.state, happened)
    if (Result.isFailure(next)) return yield* new NotNow(next.failure)
    const { state, effects } = next.success
    const changed = {
      ...session,
      ...change,
      state,
      completed_at: state === "completed" ? (session.completed_at ?? at) : null,
      ended_at: isFinal(state) ? (session.ended_at ?? endOf(session, state, at)) : null,
      version: session.version + 1,
      updated_at: at
    }
    yield* repo.update(changed)
    if (effects.has("send onboarding_session_changed")) yield* send(changed, "onboarding_session_changed")
    if (effects.has("send onboarding_session_completed")) yield* send(changed, "onboarding_session_completed")
    return { session: changed, effects }
  })

  return { apply }
})

/** When the session ended: an unconfirmed session ends at its expiry, even if the expiry is processed later. */
const endOf = ({ expires_at }: SessionHead, state: StoredSession["state"], at: Date) =>
  state === "expired" && expires_at < at ? expires_at : at
