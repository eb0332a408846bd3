/**
 * The causal order of entries: `sort` is when an entry began, but always after its cause. The cause is the entry that made
 * one of its `causes`, or the entry with the span `parent_id`. If both are missing, the ids that travel between programs
 * say it: it is the last entry before it of another program about the same request or, for a webhook that was received,
 * the last one of the service about the same event. That holds until the entry with the span arrives.
 *
 * Why it changes later: every program writes its own entries, so an effect may be written before its cause. It is moved
 * behind the cause, with all that follows from it, when the cause arrives. A simulator knows few of the service's ids, so
 * its entry is then also about the things of its cause, and of what it caused in the service.
 *
 * The trap: an entry belongs to the trace of its cause, whatever trace it was written with.
 */
import type { TimelineEntry } from "@embedded-super/contracts/schemas"
import type { DatabaseSync } from "node:sqlite"
import type { NewEntry, Thing } from "./NewEntry.ts"

/** The fields that decide an entry's place. */
interface Placed extends Pick<TimelineEntry, "source"> {
  readonly seq: number
  readonly sort: number
  readonly began_us: number
  readonly trace_id: string | null
  readonly span_id: string | null
  readonly parent_id: string | null
  /** JSON. */
  readonly about: string
}

/** Longer chains of causes aren't followed. */
const DEEPEST = 100

/** What `sought` calls the parent that a trace names. */
const SPAN = "span"

/** The most things that an entry is about. */
const MOST_THINGS = 20

export interface CausalOrder {
  /** The cause of an entry that isn't written yet. */
  readonly causeOf: (entry: NewEntry) => Placed | undefined
  /** What would be a better cause than the one that was found, if it arrives. */
  readonly soughtBy: (entry: NewEntry, cause: Placed | undefined) => ReadonlyArray<Thing>
  /** Joins an entry that has just been written with its cause, and moves the entries that waited for it. */
  readonly join: (seq: number, entry: NewEntry, cause: Placed | undefined) => void
}

export const causalOrder = (database: DatabaseSync): CausalOrder => {
  const columns = "seq, source, sort, began_us, trace_id, span_id, parent_id, about"
  const query = (sql: string) => {
    const statement = database.prepare(sql)
    return (...values: ReadonlyArray<string | number>) =>
      statement.all(...values) as ReadonlyArray<unknown> as ReadonlyArray<Placed>
  }
  const maker = query(
    `SELECT ${columns} FROM entries WHERE seq = (SELECT seq FROM made WHERE kind = ? AND id = ?)`
  )
  const bySpan = query(`SELECT ${columns} FROM entries WHERE span_id = ? LIMIT 1`)
  const bySeq = query(`SELECT ${columns} FROM entries WHERE seq = ?`)
  const children = query(`SELECT ${columns} FROM entries WHERE parent_id = ?`)
  const callBefore = query(
    `SELECT ${columns} FROM entries WHERE request_id = ? AND source <> ? AND began_us < ? AND span_id IS NOT NULL ORDER BY began_us DESC LIMIT 1`
  )
  const callsAfter = query(
    `SELECT ${columns} FROM entries WHERE request_id = ? AND source <> ? AND began_us > ? AND parent_id IS NULL`
  )
  const ofEvent = `seq IN (SELECT seq FROM things WHERE id = ?)`
  const eventBefore = query(
    `SELECT ${columns} FROM entries WHERE ${ofEvent} AND source = 'service' AND began_us < ? ORDER BY began_us DESC LIMIT 1`
  )
  const eventsAfter = query(
    `SELECT ${columns} FROM entries WHERE ${ofEvent} AND source <> 'service' AND began_us > ? AND parent_id IS NULL`
  )
  const seeking = query(
    `SELECT ${columns} FROM entries WHERE seq IN (SELECT seq FROM sought WHERE kind = ? AND id = ?)`
  )
  const found = database.prepare("DELETE FROM sought WHERE seq = ?")
  const place = database.prepare("UPDATE entries SET sort = ?, trace_id = ?, parent_id = ? WHERE seq = ?")
  const setAbout = database.prepare("UPDATE entries SET about = ? WHERE seq = ?")
  const addThing = database.prepare("INSERT OR IGNORE INTO things (id, seq) VALUES (?, ?)")

  /** Makes a simulator's entry also about the things of an entry of another program. */
  const learn = (entry: Placed, other: Placed): void => {
    if (entry.source === "service" || entry.source === other.source) return
    const known = JSON.parse(entry.about) as TimelineEntry["about"]
    const isNew = ({ id, kind }: Thing) => !known.some((one) => one.id === id && one.kind === kind)
    const more = (JSON.parse(other.about) as TimelineEntry["about"]).filter(isNew)
    const about = [...known, ...more].slice(0, MOST_THINGS)
    if (about.length === known.length) return
    setAbout.run(JSON.stringify(about), entry.seq)
    for (const { id } of about) addThing.run(id, entry.seq)
  }

  const share = (cause: Placed, effect: Placed): void => {
    learn(effect, cause)
    learn(cause, effect)
  }

  const isAbove = (above: Placed, entry: Placed): boolean => {
    let at: Placed | undefined = entry
    for (let depth = 0; at !== undefined && depth < DEEPEST; depth += 1) {
      if (at.seq === above.seq) return true
      at = at.parent_id === null ? undefined : bySpan(at.parent_id)[0]
    }
    return at !== undefined
  }

  const move = (effect: Placed, cause: Placed, depth = 0): void => {
    const sort = Math.max(effect.began_us, cause.sort + 1)
    const { span_id: parent_id, trace_id } = cause
    const isThere = effect.sort === sort && effect.trace_id === trace_id && effect.parent_id === parent_id
    if (isThere || depth > DEEPEST) return
    place.run(sort, trace_id, parent_id, effect.seq)
    if (effect.span_id === null) return
    for (const next of children(effect.span_id)) move(next, { ...effect, sort, trace_id }, depth + 1)
  }

  const moveBehind = (cause: Placed, effect: Placed): void => {
    if (isAbove(effect, cause)) return
    move(effect, cause)
    share(cause, effect)
  }

  const eventsIn = ({ about }: NewEntry) => about.filter(({ kind }) => kind === "event")

  /** The cause by what travels between programs. */
  const otherProgram = (entry: NewEntry): Placed | undefined => {
    const { began_us, request_id, source } = entry
    const [call] = request_id === null ? [] : callBefore(request_id, source, began_us)
    if (call !== undefined || source === "service") return call
    return eventsIn(entry).flatMap(({ id }) => eventBefore(id, began_us))[0]
  }

  const otherProgramsEffects = (entry: NewEntry): ReadonlyArray<Placed> => {
    const { began_us, request_id, source } = entry
    const calls = request_id === null ? [] : callsAfter(request_id, source, began_us)
    return source === "service"
      ? [...calls, ...eventsIn(entry).flatMap(({ id }) => eventsAfter(id, began_us))]
      : calls
  }

  return {
    causeOf: (entry) => {
      for (const { id, kind } of entry.causes ?? []) {
        const [made] = maker(kind, id)
        if (made !== undefined) return made
      }
      const [parent] = entry.parent_id === null ? [] : bySpan(entry.parent_id)
      return parent ?? otherProgram(entry)
    },
    soughtBy: ({ causes = [], parent_id }, cause) => {
      if (cause === undefined) return causes
      const isGuessed = causes.length === 0 && parent_id !== null && cause.span_id !== parent_id
      return isGuessed ? [{ kind: SPAN, id: parent_id }] : []
    },
    join: (seq, entry, cause) => {
      // Without a span, nothing can name it as its cause.
      const waiting =
        entry.span_id === null
          ? []
          : [
              ...children(entry.span_id),
              ...seeking(SPAN, entry.span_id),
              ...(entry.makes ?? []).flatMap(({ id, kind }) => seeking(kind, id)),
              ...otherProgramsEffects(entry)
            ]
      if (cause === undefined && waiting.length === 0) return
      const [written] = bySeq(seq)
      if (written === undefined) return
      if (cause !== undefined) share(cause, written)
      for (const effect of waiting) {
        // Another effect may have told it more.
        moveBehind(bySeq(seq)[0] ?? written, effect)
        found.run(effect.seq)
      }
    }
  }
}
