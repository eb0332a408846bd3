import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { CannotStart } from "../CannotStart.ts"
import { DataFolder } from "../folder/DataFolder.ts"
import { isoOf } from "../clock/isoOf.ts"
import { type LineFile, openLineFile } from "../folder/LineFile.ts"
import { replaceNow } from "../folder/replaceNow.ts"
import { type Replacement, stateFiles } from "../folder/replaceStates.ts"
import { journalLine, readJournal, snapshotOf } from "./journal.ts"

/** State that is a fold over events, kept on disk: it is the same after a kill -9, to the last answered event. */
export interface DurableState<State, Event> {
  /** The state as the files have it: an answer made from it never has to be taken back. */
  readonly get: Effect.Effect<State>
  /**
   * Decides on the state, which no other decision changes meanwhile. The events that it decided are in the files when it
   * succeeds; so answer after it.
   */
  readonly transact: <A>(decide: (state: State) => Decision<Event, A>) => Effect.Effect<A>
  /** The state now, with what is still queued for the files. */
  readonly peek: () => State
  /** Decides at once, as `transact` does; the events are in the files after the folder's next `writeQueued`. */
  readonly decide: <A>(decide: (state: State) => Decision<Event, A>) => A
}

/** What a decision comes to: what happened, in order (nothing, for a mere look), and what to answer. */
export interface Decision<Event, A> {
  readonly events: ReadonlyArray<Event>
  readonly answer: A
}

export interface DurableStateOptions<State, StateEncoded, Event, EventEncoded> {
  /** Of its files: `<name>.ndjson` and `<name>.snapshot.json`. */
  readonly name: string
  readonly state: Schema.Codec<State, StateEncoded>
  readonly event: Schema.Codec<Event, EventEncoded>
  readonly initial: () => State
  /** The state after an event: another one or, where many events come, the same one changed. Nobody else holds it. */
  readonly apply: (state: State, event: Event) => State
  /** Set where events are JSON as they are, and many come: they are written without going through their schema. */
  readonly areEventsPlain?: [Event] extends [EventEncoded] ? true : never
  /**
   * After how many events the state is written whole and the journal begins anew, 100,000 by default; yet not before the
   * journal is twice as long as the state, so that a large one isn't written over and over.
   */
  readonly compactAfter?: number
}

const unreadable = (path: string) => () =>
  new CannotStart({
    sentence: `${path} can't be read: it is damaged, or another version wrote it. Move the folder away, or name another with --data-dir.`
  })

const unusable = (error: Error | CannotStart): CannotStart =>
  error instanceof CannotStart
    ? error
    : new CannotStart({ sentence: `Can't use the data folder: ${error.message}` })

/** Opens a state in the data folder, as its events left it. */
export const makeDurableState = Effect.fn("makeDurableState")(function* <
  State,
  StateEncoded,
  Event,
  EventEncoded
>(
  options: DurableStateOptions<State, StateEncoded, Event, EventEncoded>
): Effect.fn.Return<
  DurableState<State, Event>,
  CannotStart,
  DataFolder | FileSystem.FileSystem | Scope.Scope
> {
  const folder = yield* DataFolder
  const clock = yield* Clock.Clock
  const fs = yield* FileSystem.FileSystem
  const files = stateFiles(folder.file, options.name)
  const encodeLine: (line: { readonly seq: number; readonly at: string; readonly event: Event }) => string =
    options.areEventsPlain === true ? JSON.stringify : Schema.encodeSync(journalLine(options.event))
  const encodeSnapshot = Schema.encodeSync(snapshotOf(options.state))

  const text = (yield* Effect.mapError(fs.exists(files.snapshot), unusable))
    ? yield* Effect.mapError(fs.readFileString(files.snapshot), unreadable(files.snapshot))
    : undefined
  const snapshot =
    text === undefined
      ? { seq: 0, state: options.initial() }
      : yield* Effect.mapError(
          Schema.decodeUnknownEffect(snapshotOf(options.state))(text),
          unreadable(files.snapshot)
        )
  const journal = yield* Effect.mapError(openLineFile(files.journal), unusable)
  const { entries, kept } = yield* readJournal(journal.lines, options.event, files.journal)
  if (kept.length < journal.lines.length) journal.keep(kept)
  // A kill between writing a snapshot and emptying the journal leaves events that the snapshot already holds.
  const later = entries.filter(({ seq }) => seq > snapshot.seq)

  let state = later.reduce((before, { event }) => options.apply(before, event), snapshot.state)
  let seq = later.at(-1)?.seq ?? snapshot.seq
  let sinceSnapshot = entries.length
  let snapshotSize = text?.length ?? 0

  const beginAnew = (snapshot: string) => {
    journal.keep([])
    sinceSnapshot = 0
    snapshotSize = snapshot.length
  }
  const compactIfLong = () => {
    if (sinceSnapshot < (options.compactAfter ?? 100_000) || journal.size() < 2 * snapshotSize) return
    const snapshot = encodeSnapshot({ seq, state })
    replaceNow(files.snapshot, snapshot)
    beginAnew(snapshot)
  }

  folder.queues.push(journal.flush)

  const decided = <A>(
    decide: (state: State) => Decision<Event, A>,
    at: number,
    put: LineFile["append"]
  ): A => {
    const { answer, events } = decide(state)
    if (events.length === 0) {
      // A mere look may tell of what is queued.
      if (put === journal.append) journal.flush()
      return answer
    }
    const written = isoOf(at)
    put(events.map((event, index) => encodeLine({ seq: seq + 1 + index, at: written, event })))
    state = events.reduce(options.apply, state)
    seq += events.length
    sinceSnapshot += events.length
    compactIfLong()
    return answer
  }

  const replacement = (next: State): Replacement => {
    const snapshot = encodeSnapshot({ seq, state: next })
    const take = () => {
      state = next
      beginAnew(snapshot)
    }
    return { name: options.name, snapshot, take }
  }
  const json = Schema.toCodecJson(options.state)
  folder.states.push({
    name: options.name,
    save: Effect.sync(() => Schema.encodeSync(json)(state)),
    restore: (saved) =>
      Schema.decodeUnknownEffect(json)(saved).pipe(
        Effect.mapError(unreadable(options.name)),
        Effect.map(replacement)
      ),
    reset: () => replacement(options.initial())
  })

  return {
    get: Effect.sync(() => {
      journal.flush()
      return state
    }),
    transact: (decide) => Effect.map(Clock.currentTimeMillis, (now) => decided(decide, now, journal.append)),
    peek: () => state,
    decide: (decide) => decided(decide, clock.currentTimeMillisUnsafe(), journal.queue)
  }
})
