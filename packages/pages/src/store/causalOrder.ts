/**
 * The causal order of entries: `sort` is when an entry began, but always after its cause. The cause is the entry that made
 * one of its `causes`, or the entry with the span `parent_id`. If both are missing, the ids that travel between programs
 * say it: it is the last entry before it of another program about the same request or, for a webhook that was received,
 * the last one of the service about the same event.
 *
 * Why it changes later: entries of other programs and processes come when they come, so an effect may be written before
 * its cause. It is moved behind the cause, with all that follows from it, when the cause arrives.
 *
 * The trap: an entry belongs to the trace of its cause, whatever trace it was written with.
 */
import type { DatabaseSync } from "node:sqlite"
import type { NewEntry } from "./NewEntry.ts"

/** The fields that decide an entry's place. */
interface Placed {
  readonly seq: number
  readonly sort: number
  readonly began_us: number
  readonly trace_id: string
  readonly span_id: string
  readonly parent_id: string | null
}

/** Longer chains of causes aren't followed. */
const DEEPEST = 100

export interface CausalOrder {
  /** The cause of an entry that isn't written yet. */
  readonly causeOf: (entry: NewEntry) => Placed | undefined
  /** Moves the entries that waited for one that has just been written. */
  readonly moveEffects: (seq: number, entry: NewEntry) => void
}

export const causalOrder = (database: DatabaseSync): CausalOrder => {
  const columns = "seq, sort, began_us, trace_id, span_id, parent_id"
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
    `SELECT ${columns} FROM entries WHERE request_id = ? AND source <> ? AND began_us < ? ORDER BY began_us DESC LIMIT 1`
  )
  const callsAfter = query(
    `SELECT ${columns} FROM entries WHERE request_id = ? AND source <> ? AND began_us > ? AND parent_id IS NULL`
  )
  const ofEvent = `seq IN (SELECT seq FROM things WHERE id = ?)`
  const eventBefore = query(
    `SELECT ${columns} FROM entries WHERE ${ofEvent} AND own_seq IS NULL AND began_us < ? ORDER BY began_us DESC LIMIT 1`
  )
  const eventsAfter = query(
    `SELECT ${columns} FROM entries WHERE ${ofEvent} AND own_seq IS NOT NULL AND began_us > ? AND parent_id IS NULL`
  )
  const seeking = query(
    `SELECT ${columns} FROM entries WHERE seq IN (SELECT seq FROM sought WHERE kind = ? AND id = ?)`
  )
  const found = database.prepare("DELETE FROM sought WHERE seq = ?")
  const place = database.prepare("UPDATE entries SET sort = ?, trace_id = ?, parent_id = ? WHERE seq = ?")

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
    for (const next of children(effect.span_id)) move(next, { ...effect, sort, trace_id }, depth + 1)
  }

  const moveBehind = (cause: Placed) => (effect: Placed) => {
    if (!isAbove(effect, cause)) move(effect, cause)
  }

  const eventsIn = ({ about }: NewEntry) => about.filter(({ kind }) => kind === "event")

  /** The cause by what travels between programs. */
  const otherProgram = (entry: NewEntry): Placed | undefined => {
    const { began_us, from_log, request_id, source } = entry
    const [call] = request_id === null ? [] : callBefore(request_id, source, began_us)
    if (call !== undefined || from_log === undefined) return call
    return eventsIn(entry).flatMap(({ id }) => eventBefore(id, began_us))[0]
  }

  const otherProgramsEffects = (entry: NewEntry): ReadonlyArray<Placed> => {
    const { began_us, from_log, request_id, source } = entry
    const calls = request_id === null ? [] : callsAfter(request_id, source, began_us)
    return from_log === undefined
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
    moveEffects: (seq, entry) => {
      const waiting = [
        ...children(entry.span_id),
        ...(entry.makes ?? []).flatMap(({ id, kind }) => seeking(kind, id)),
        ...otherProgramsEffects(entry)
      ]
      if (waiting.length === 0) return
      const [cause] = bySeq(seq)
      if (cause === undefined) return
      waiting.forEach(moveBehind(cause))
      for (const effect of waiting) found.run(effect.seq)
    }
  }
}
