import { UNCONFIRMED } from "./sessionStates.ts"
import type { SessionHead } from "./SessionsRepo.ts"

/** Whether nobody confirmed the session in time, also where no timer has told it so yet. */
export const isOverdue = (session: SessionHead, at: Date) =>
  session.expires_at <= at && UNCONFIRMED.includes(session.state)

/** The session as it is at a moment: from the moment that its time is over it reads as expired. */
export const asOf = <A extends SessionHead>(session: A, at: Date): A =>
  isOverdue(session, at) ? { ...session, state: "expired", ended_at: session.expires_at } : session
