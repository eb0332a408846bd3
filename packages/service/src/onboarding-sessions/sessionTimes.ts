import * as Duration from "effect/Duration"
import { UNCONFIRMED } from "./sessionStates.ts"
import type { SessionHead } from "./SessionsRepo.ts"

/** True once an unconfirmed session is past its expiry, even if the expiry job hasn't run. */
export const isOverdue = (session: SessionHead, at: Date) =>
  session.expires_at <= at && UNCONFIRMED.includes(session.state)

/** The session at a moment: from its expiry on, an unconfirmed session reads as expired. */
export const expiredIfOverdue = <A extends SessionHead>(session: A, at: Date): A =>
  isOverdue(session, at) ? { ...session, state: "expired", ended_at: session.expires_at } : session

/** A session counts as abandoned after this long without activity (D-abandoned-sessions). */
export const ABANDONED_AFTER = Duration.toMillis(Duration.days(14))

/** Whether the session is unconfirmed and had no activity of the employee for that long, at a moment. */
export const isAbandoned = (
  { confirmed_at, inserted_at, last_activity_at }: SessionHead,
  at: Date
): boolean =>
  confirmed_at === null && at.getTime() - (last_activity_at ?? inserted_at).getTime() >= ABANDONED_AFTER
