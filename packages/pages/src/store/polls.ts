/**
 * Folds polls: a read that a program repeats again and again, with the same answer, is one entry that counts. It stays
 * where it began; `times` and `last_at` of its detail say how often, and when last.
 *
 * Why when it is written, not when it is shown: a program that polls once a second would use up all entries that are kept
 * in a day.
 *
 * The trap: only a read that nothing caused. One that follows a webhook is a step of its own, also if it repeats another.
 */
import type { DatabaseSync } from "node:sqlite"
import { isNoise } from "../kinds/noise.ts"
import type { NewEntry } from "./NewEntry.ts"

/** A read after a longer pause gets an entry of its own. */
const LONGEST_PAUSE_MICROS = 60_000_000

/** Reads whose latest time is kept in memory. */
const MOST_KNOWN = 500

interface Poll {
  readonly seq: number
  readonly times: number
  readonly began_us: number
  readonly body: string
}

/** The body of a message as JSON; its headers differ at each call. */
const bodyOf = (message: string | null | undefined): string =>
  message == null ? "" : JSON.stringify((JSON.parse(message) as { readonly body?: unknown }).body ?? null)

/** The name by which a read is recognised, its caller by the subject; undefined for an entry that is never folded. */
const nameOf = (entry: NewEntry): string | undefined => {
  const { about, causes = [], kind, makes = [], method, parent_id, path, status, target } = entry
  const isRead = kind === "call_received" && method === "GET" && isNoise(entry)
  if (!isRead || parent_id !== null || causes.length + makes.length > 0) return undefined
  return JSON.stringify([about, target ?? path, status])
}

export const polls = (database: DatabaseSync) => {
  const count = database.prepare(
    "UPDATE entries SET detail = json_set(detail, '$.times', ?, '$.last_at', ?) WHERE seq = ?"
  )
  const known = new Map<string, Poll>()

  const remember = (name: string, poll: Poll) => {
    known.delete(name)
    known.set(name, poll)
    const [oldest] = known.keys()
    if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest)
  }

  return {
    /** Counts an entry with the one that it repeats. Returns false if it repeats none, and has to be written. */
    folds: (entry: NewEntry): boolean => {
      const name = nameOf(entry)
      const last = name === undefined ? undefined : known.get(name)
      if (name === undefined || last === undefined) return false
      if (entry.began_us - last.began_us > LONGEST_PAUSE_MICROS) return false
      if (bodyOf(entry.messages?.answer) !== last.body) return false
      const times = last.times + 1
      // The entry may have been deleted since, as one of the oldest.
      if (count.run(String(times), entry.at, last.seq).changes === 0) return false
      remember(name, { ...last, times, began_us: entry.began_us })
      return true
    },
    /** An entry was written: the next one like it repeats it. */
    written: (entry: NewEntry, seq: number): void => {
      const name = nameOf(entry)
      if (name === undefined) return
      remember(name, { seq, times: 1, began_us: entry.began_us, body: bodyOf(entry.messages?.answer) })
    },
    /** The counted entries were rolled back. */
    forget: (): void => known.clear()
  }
}
