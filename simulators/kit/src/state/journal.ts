import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { CannotStart } from "../CannotStart.ts"

/** One line of a journal: the event, its place in the order, and when it happened. */
export const journalLine = <Event, Encoded>(event: Schema.Codec<Event, Encoded>) =>
  Schema.fromJsonString(
    Schema.Struct({ seq: Schema.Int, at: Schema.String, event: Schema.toCodecJson(event) })
  )

/** The state after the event `seq`, in a file of its own. */
export const snapshotOf = <State, Encoded>(state: Schema.Codec<State, Encoded>) =>
  Schema.fromJsonString(Schema.Struct({ seq: Schema.Int, state: Schema.toCodecJson(state) }))

/**
 * Reads the lines of a journal. What can't be read at the end was never answered for, and is left out; what can't be
 * read before lines that can is damage, and stops the start.
 */
export const readJournal = Effect.fn("readJournal")(function* <Event, Encoded>(
  lines: ReadonlyArray<string>,
  event: Schema.Codec<Event, Encoded>,
  path: string
) {
  const decode = Schema.decodeUnknownOption(journalLine(event))
  const read = lines.map((line) => decode(line))
  const end = read.findLastIndex((line) => line._tag === "Some") + 1
  const entries: Array<{ readonly seq: number; readonly at: string; readonly event: Event }> = []
  for (const [index, line] of read.slice(0, end).entries()) {
    if (line._tag === "None") {
      return yield* new CannotStart({
        sentence: `Line ${index + 1} of ${path} can't be read: it is damaged, or another version wrote it. Move the folder away, or name another with --data-dir.`
      })
    }
    entries.push(line.value)
  }
  return { entries, kept: lines.slice(0, end) }
})
