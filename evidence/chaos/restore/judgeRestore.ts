import { registrationKey } from "@embedded-super/service/platform"
import type { BookedMember } from "../registration/simulatedFund.ts"
import { atLeast, exactly, noted, type Figure } from "../Row.ts"

/** An event in the database. */
export interface StoredEvent {
  readonly id: string
  readonly subject: string
  readonly entity: string
  readonly event: string
  readonly seq: number
}

/** What `admin restore report --since … --json` says, as far as it is judged. */
export interface Report {
  readonly known: {
    readonly employers: number
    readonly open: ReadonlyArray<{ readonly id: string; readonly key: string }>
  }
  readonly webhooks: ReadonlyArray<{ readonly id: string }>
}

/** A webhook that the receiver accepted. */
export interface Received {
  readonly id: string
  readonly entity: string
  readonly subject: string
}

/** What the outside has, and what the database says of it. */
export interface Known {
  readonly received: ReadonlyArray<Received>
  readonly book: ReadonlyArray<BookedMember>
  readonly events: ReadonlyArray<StoredEvent>
}

interface Restored {
  readonly sessions: ReadonlyArray<{ readonly id: string; readonly state: string }>
  /** Employers without a default fund. */
  readonly employers: ReadonlyArray<string>
  readonly events: ReadonlyArray<StoredEvent>
  /** The ids of webhooks that the database had delivered. */
  readonly delivered: ReadonlySet<string>
}

/** Whether the report has all that the outside has, and the restored database lacks. */
export const judgeReport = (before: Known, restored: Restored, report: Report): ReadonlyArray<Figure> => {
  const listed = new Set(report.known.open.map(({ id }) => id))
  const keys = new Set(report.known.open.map(({ key }) => key))
  const waiting = new Set(report.webhooks.map(({ id }) => id))
  const stored = new Set(restored.events.map(({ id }) => id))
  const sessions = new Set(restored.sessions.map(({ id }) => id))
  const newer = before.received.filter(({ id }) => !stored.has(id))
  const ofSessions = newer.filter(({ entity }) => sessions.has(entity))
  const undelivered = before.received.filter(({ id }) => stored.has(id) && !restored.delivered.has(id))
  const unfinished = new Set(restored.employers)
  const employers = new Set(newer.flatMap(({ entity }) => (unfinished.has(entity) ? [entity] : [])))
  const own = new Set(restored.sessions.map(({ id }) => registrationKey(id)))
  const ended = new Set(
    restored.sessions.filter(({ state }) => state === "completed").map(({ id }) => registrationKey(id))
  )
  const members = before.book.flatMap(({ idempotency_key: key }) =>
    key !== null && own.has(key) && !ended.has(key) ? [key] : []
  )
  return [
    noted("the partner has, and the database lacks", newer.length, "webhooks"),
    atLeast("of them about sessions that it has", ofSessions.length, 1),
    exactly(
      "of these sessions, not in the report",
      ofSessions.filter(({ entity }) => !listed.has(entity)).length,
      0
    ),
    atLeast("the partner has, and the database takes for unsent", undelivered.length, 1, "webhooks"),
    exactly("of these, not in the report", undelivered.filter(({ id }) => !waiting.has(id)).length, 0),
    exactly(
      "employers that the partner knows as set up, and the report doesn't count",
      Math.max(0, employers.size - report.known.employers),
      0
    ),
    atLeast("the fund has, and the database lacks the number", members.length, 1, "members"),
    exactly("of these, without their key in the report", members.filter((key) => !keys.has(key)).length, 0)
  ]
}

const lastSeq = (events: ReadonlyArray<StoredEvent>, entity: string) =>
  Math.max(0, ...events.filter((one) => one.entity === entity).map(({ seq }) => seq))

const completedAt = (events: ReadonlyArray<StoredEvent>) =>
  events.find(({ event }) => event === "onboarding_session_completed")?.seq

/**
 * Whether what was made again has its old ids. The fund's number and the choice form come in either order: a session that
 * waited for both may go the other way after the restore, and then completes at another version.
 */
export const judgeAgain = (
  before: Known,
  restored: Restored,
  after: Known,
  report: Report
): ReadonlyArray<Figure> => {
  const made = restored.sessions.flatMap(({ id, state }) => {
    const from = lastSeq(restored.events, id)
    const since = ({ events }: Known) => events.filter(({ entity, seq }) => entity === id && seq > from)
    const [old, again] = [since(before), since(after)]
    const isSameStory =
      state === "pending_completion" &&
      completedAt(old) !== undefined &&
      completedAt(old) === completedAt(again)
    return again.map(({ id, seq }) => ({
      isSameStory,
      isSameId: old.some((one) => one.id === id),
      wasMade: old.some((one) => one.seq === seq)
    }))
  })
  const [same, other] = [
    made.filter(({ isSameStory }) => isSameStory),
    made.filter(({ isSameStory }) => !isSameStory)
  ]
  const had = new Set(before.received.map(({ id }) => id))
  const twice = after.received.filter(({ id }) => had.has(id))
  const listed = new Set([...report.webhooks.map(({ id }) => id), ...report.known.open.map(({ id }) => id)])
  return [
    atLeast("made again as before", same.length, 3, "webhooks"),
    exactly("of these, under another id", same.filter(({ isSameId }) => !isSameId).length, 0),
    noted(
      "made again in another way, or by people",
      other.filter(({ wasMade }) => wasMade).length,
      "webhooks"
    ),
    exactly("of these, under an id that was used", other.filter(({ isSameId }) => isSameId).length, 0),
    atLeast("received a second time, under the same id", twice.length, 1),
    exactly(
      "of these, not in the report",
      twice.filter(({ entity, id }) => !listed.has(id) && !listed.has(entity)).length,
      0
    ),
    exactly(
      "twice in the fund's book",
      after.book.filter(({ registrations_count }) => registrations_count !== 1).length,
      0
    )
  ]
}
