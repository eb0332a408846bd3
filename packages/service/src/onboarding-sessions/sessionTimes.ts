import * as Duration from "effect/Duration"
import { UNCONFIRMED } from "./sessionStates.ts"
import type { SessionHead } from "./SessionsRepo.ts"

/** Whether nobody confirmed the session in time, also where no timer has told it so yet. */
export const isOverdue = (session: SessionHead, at: Date) =>
  session.expires_at <= at && UNCONFIRMED.includes(session.state)

/** The session as it is at a moment: from the moment that its time is over it reads as expired. */
export const expiredIfOverdue = <A extends SessionHead>(session: A, at: Date): A =>
  isOverdue(session, at) ? { ...session, state: "expired", ended_at: session.expires_at } : session

/** After how long without activity a session counts as abandoned (D-abandoned-sessions). */
export const ABANDONED_AFTER = Duration.toMillis(Duration.days(14))

/** Whether the employee had left the session alone for that long, at a moment, without confirming it. */
export const isAbandoned = (
  { confirmed_at, inserted_at, last_activity_at }: SessionHead,
  at: Date
): boolean =>
  confirmed_at === null && at.getTime() - (last_activity_at ?? inserted_at).getTime() >= ABANDONED_AFTER
