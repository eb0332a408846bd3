/**
 * How a frame gets its token: from the opening that the page's inline script began, or, after a reload, from this
 * frame's sessionStorage (D-embed-sessions). Where site data is blocked, the token is kept in memory only.
 */
import type { Opening } from "../page/opener.ts"
import type { Schemas } from "./api.ts"
import { type Outcome, outcomeOf } from "./outcome.ts"

/** An opened embed; its view is there only if it was opened just now. */
export type Session = Omit<Schemas["EmbedSession"], "view"> & Partial<Pick<Schemas["EmbedSession"], "view">>

/** Two frames on one page share their storage, so the key names the embed: its path holds app and entity. */
const key = (): string => `embed:${location.pathname}`

/** Kept in place of a token after the person has ended the embed, so that a reload says so. */
const DONE = "done"

/** Keeps the token, and never the view: it holds personal data. */
const keep = ({ view: _, ...session }: Session): void => {
  try {
    sessionStorage.setItem(key(), JSON.stringify(session))
  } catch {
    // Blocked site data: a reload asks the host for a new URL.
  }
}

const kept = (): Session | undefined => {
  try {
    const text = sessionStorage.getItem(key())
    return text === null || text === DONE ? undefined : (JSON.parse(text) as Session)
  } catch {
    return undefined
  }
}

const isFinished = (): boolean => {
  try {
    return sessionStorage.getItem(key()) === DONE
  } catch {
    return false
  }
}

/** Forgets the token, because the person has ended the embed. */
export const finish = (): void => {
  try {
    sessionStorage.setItem(key(), DONE)
  } catch {
    // A reload says that the page has to be opened from the payroll.
  }
}

/** Forgets the token, when it has ended. */
export const forget = (): void => {
  try {
    sessionStorage.removeItem(key())
  } catch {
    // Nothing was kept.
  }
}

const answered = (session: Session): Outcome<Session> => ({ is: "answered", data: session })

const exchange = async (opening: Promise<Opening>): Promise<Outcome<Session>> => {
  try {
    return outcomeOf<Session, unknown>(await opening)
  } catch {
    return { is: "unreachable" }
  }
}

/**
 * Opens the embed: once with the opening that is under way, after that with new ones. Without either and without a token,
 * its code is `done` after the person has ended it here, else `unopened`: the bare address opens nothing.
 */
export const openSession = async (): Promise<Outcome<Session>> => {
  const stored = kept()
  const opening = window.opening ?? window.openEmbed?.()
  delete window.opening
  if (opening === undefined) {
    if (stored !== undefined) return answered(stored)
    return { is: "ended", code: isFinished() ? "done" : "unopened" }
  }
  const outcome = await exchange(opening)
  if (outcome.is === "answered") keep(outcome.data)
  // The host's page was loaded again with the URL that this very frame has used before.
  return outcome.is === "ended" && outcome.code === "embed_url_used" && stored !== undefined
    ? answered(stored)
    : outcome
}
