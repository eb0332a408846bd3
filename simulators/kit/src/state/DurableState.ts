import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type * as Path from "effect/Path"
import type * as PlatformError from "effect/PlatformError"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { CannotStart } from "../CannotStart.ts"
import { makeBatches } from "../folder/batches.ts"
import { DataFolder } from "../folder/DataFolder.ts"
import { openLineFile } from "../folder/LineFile.ts"
import { replaceFile } from "../folder/replaceFile.ts"
import { journalLine, readJournal, snapshotOf } from "./journal.ts"

/** State that is a fold over events, kept on disk: it is the same after a kill -9, to the last answered event. */
export interface DurableState<State, Event> {
  /** The state as it is on disk: an answer made from it never has to be taken back. */
  readonly get: Effect.Effect<State>
  /**
   * Decides on the newest state, which no other decision changes meanwhile. Succeeds once the events that it decided,
   * and all that it saw, are on disk; so answer after it.
   */
  readonly transact: <A>(decide: (state: State) => Decision<Event, A>) => Effect.Effect<A>
  /** Goes back to the initial state. Succeeds once nothing of what was is on disk any more. */
  readonly reset: Effect.Effect<void>
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
  readonly initial: State
  readonly apply: (state: State, event: Event) => State
  /** After how many events the state is written whole and the journal begins anew; 10,000 by default. */
  readonly compactAfter?: number
}

interface Commit<State> {
  readonly lines: ReadonlyArray<string>
  /** The state and the number of the last event after these lines. */
  readonly state: State
  readonly seq: number
  /** Whether earlier lines have to go. */
  readonly isReset: boolean
}

const unreadable = (path: string) => () =>
  new CannotStart({
    sentence: `${path} can't be read: it is damaged, or another version wrote it. Move the folder away, or name another with --data-dir.`
  })

const unusable = (error: PlatformError.PlatformError | CannotStart): CannotStart =>
  error._tag === "CannotStart"
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
  DataFolder | FileSystem.FileSystem | Path.Path | Scope.Scope
> {
  const folder = yield* DataFolder
  const fs = yield* FileSystem.FileSystem
  const journalPath = folder.file(`${options.name}.ndjson`)
  const snapshotPath = folder.file(`${options.name}.snapshot.json`)
  const encodeLine = Schema.encodeSync(journalLine(options.event))
  const encodeSnapshot = Schema.encodeSync(snapshotOf(options.state))

  const snapshot = (yield* Effect.mapError(fs.exists(snapshotPath), unusable))
    ? yield* fs
        .readFileString(snapshotPath)
        .pipe(
          Effect.flatMap(Schema.decodeUnknownEffect(snapshotOf(options.state))),
          Effect.mapError(unreadable(snapshotPath))
        )
    : { seq: 0, state: options.initial }
  const journal = yield* Effect.mapError(openLineFile(journalPath), unusable)
  const { entries, kept } = yield* readJournal(journal.lines, options.event, journalPath)
  if (kept.length < journal.lines.length) yield* Effect.mapError(journal.keep(kept), unusable)
  // A kill between writing a snapshot and emptying the journal leaves events that the snapshot already holds.
  const later = entries.filter(({ seq }) => seq > snapshot.seq)

  let latest = later.reduce((state, { event }) => options.apply(state, event), snapshot.state)
  let seq = later.at(-1)?.seq ?? snapshot.seq
  let durable = latest
  let durableSeq = seq
  let sinceSnapshot = entries.length

  const compact = Effect.gen(function* () {
    yield* replaceFile(snapshotPath, encodeSnapshot({ seq: durableSeq, state: durable }))
    yield* journal.keep([])
    sinceSnapshot = 0
  })

  const commits = yield* makeBatches(
    Effect.fnUntraced(function* (batch: ReadonlyArray<Commit<State>>) {
      const lines = batch.flatMap((commit) => commit.lines)
      if (lines.length > 0) {
        yield* journal.append(lines)
        yield* journal.sync
      }
      const last = batch.at(-1)!
      durable = last.state
      durableSeq = last.seq
      sinceSnapshot += lines.length
      if (sinceSnapshot >= (options.compactAfter ?? 10_000) || batch.some(({ isReset }) => isReset)) {
        yield* compact
      }
    })
  )

  const decided = <A>(decide: (state: State) => Decision<Event, A>, at: string): Effect.Effect<A> =>
    Effect.suspend(() => {
      const { answer, events } = decide(latest)
      if (events.length === 0 && durableSeq === seq) return Effect.succeed(answer)
      const lines = events.map((event, index) => encodeLine({ seq: seq + 1 + index, at, event }))
      latest = events.reduce(options.apply, latest)
      seq += events.length
      return Effect.as(commits.addUnsafe({ lines, state: latest, seq, isReset: false }), answer)
    })

  const replace = (state: State): Effect.Effect<void> =>
    Effect.suspend(() => {
      latest = state
      return commits.addUnsafe({ lines: [], state, seq, isReset: true })
    })
  const reset = replace(options.initial)
  const json = Schema.toCodecJson(options.state)
  folder.states.push({
    name: options.name,
    save: Effect.sync(() => Schema.encodeSync(json)(durable)),
    restore: (saved) =>
      Schema.decodeUnknownEffect(json)(saved).pipe(
        Effect.mapError(unreadable(options.name)),
        Effect.map(replace)
      ),
    reset
  })

  return {
    get: Effect.sync(() => durable),
    transact: (decide) => Effect.flatMap(DateTime.now, (now) => decided(decide, DateTime.formatIso(now))),
    reset
  }
})
