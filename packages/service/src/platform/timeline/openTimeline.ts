import { makeFolder } from "@embedded-super/program/makeFolder"
import { type EntryStore, openTimelineFile, TIMELINE_FILE } from "@embedded-super/pages/store/EntryStore"
import { newTrace, traceparentOf } from "@embedded-super/pages/trace/traceparent"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as PubSub from "effect/PubSub"
import { join } from "node:path"
import type { Messages } from "@embedded-super/pages/store/NewEntry"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { BusinessClock } from "../time/BusinessClock.ts"
import { FundSlugs, withSlugs } from "./NamesRepo.ts"
import {
  type Noted,
  addNote,
  beginStep,
  endStep,
  openStep,
  placeAlone,
  spanToSend,
  type Step
} from "./steps.ts"
import { makeRecorder, type Recorder } from "./Recorder.ts"
import { type Note, Timeline, type TimelineShape, type RawMessage } from "./Timeline.ts"
import { TimelineReader, type Exchange, type TimelineReaderShape } from "./TimelineReader.ts"
import { typedCommands } from "./things.ts"

/** How soon entries of other processes are seen. */
const LOOK = "500 millis"

const messageIn = (json: string | null): RawMessage | null => (json === null ? null : JSON.parse(json))

const exchangeIn = ({ answer, request }: Messages): Exchange => ({
  request: messageIn(request),
  answer: messageIn(answer),
  isRaw: false
})

/** Reads the store. All that this process has noted is written first, so that a reader misses nothing. */
export const readerOf = (
  store: EntryStore,
  recorder: Recorder,
  written: PubSub.PubSub<void>
): TimelineReaderShape => {
  const read = <A>(of: () => A): Effect.Effect<A> =>
    Effect.sync(() => {
      recorder.flushAll()
      return of()
    })
  const readOption = <A>(of: () => A | undefined) => read(() => Option.fromUndefinedOr(of()))

  return {
    list: (options) => read(() => store.list(options)),
    lastSeq: read(store.lastSeq),
    get: (seq) => readOption(() => store.get(seq)),
    after: (seq, limit) => read(() => store.list({ after: seq, limit })),
    bySpan: (spanId) => readOption(() => store.bySpan(spanId)),
    children: (spanId) => read(() => store.children(spanId)),
    byTrace: (traceId) => read(() => store.byTrace(traceId)),
    about: (id) => read(() => store.about(id)),
    originOf: (seq) =>
      readOption(() => {
        const origin = store.originOf(seq)
        return origin === undefined ? undefined : { ...origin, slug: origin.slug === "" ? null : origin.slug }
      }),
    exchangeOf: (seq) =>
      readOption(() => {
        const raw = recorder.exchangeOf(seq)
        if (raw !== undefined) return { ...raw, isRaw: true }
        const messages = store.messagesOf(seq)
        return messages === undefined ? undefined : exchangeIn(messages)
      }),
    changes: Stream.tick(LOOK).pipe(
      Stream.merge(Stream.fromPubSub(written)),
      Stream.map(() => store.lastSeq()),
      Stream.changes
    )
  }
}

/** The step that the present work belongs to. */
const CurrentStep = Context.Reference<Step | undefined>(
  "@embedded-super/service/platform/timeline/TimelineLive/CurrentStep",
  { defaultValue: () => undefined }
)

/** Opens the file below a folder. */
const open = Effect.fnUntraced(function* (folder: string) {
  yield* makeFolder(folder)
  return yield* Effect.try({
    try: () => openTimelineFile(join(folder, TIMELINE_FILE)),
    catch: (error) => error
  })
})

const timelineOf = (recorder: Recorder, slugs: FundSlugs["Service"]): TimelineShape => {
  const add = (step: Step | undefined, noted: Noted) => {
    const open = openStep(step)
    if (open === undefined) recorder.recordPlaced([placeAlone(noted, step)])
    else addNote(open, noted)
  }
  const noteIn = (step: Step | undefined, note: Note): Effect.Effect<void> => {
    const noted = recorder.noted(note)
    if (noted === undefined) return Effect.void
    const named = withSlugs(slugs, note.about)
    return named === undefined
      ? Effect.sync(() => add(step, noted))
      : Effect.map(named, (about) => add(step, { ...noted, note: { ...note, about } }))
  }
  return {
    isOn: true,
    note: (note) => Effect.withFiber((fiber) => noteIn(fiber.getRef(CurrentStep), note)),
    noteNow: (note) => {
      const noted = recorder.noted(note)
      if (noted !== undefined) recorder.record(noted)
    },
    leavesOut: recorder.leavesOut,
    step: (options) => (effect) =>
      Effect.withFiber((fiber) => {
        const step = beginStep(options, fiber.getRef(CurrentStep), recorder.makerOf)
        return effect.pipe(
          Effect.provideService(CurrentStep, step),
          Effect.onExit((exit) =>
            Effect.sync(() => {
              if (Exit.isSuccess(exit)) recorder.recordPlaced(endStep(step))
              else step.isOver = true
            })
          )
        )
      }),
    traceparent: Effect.withFiber((fiber) =>
      Effect.sync(() => {
        const step = openStep(fiber.getRef(CurrentStep))
        return traceparentOf(step === undefined ? newTrace() : spanToSend(step))
      })
    ),
    traceparentNow: () => traceparentOf(newTrace())
  }
}

const live = (store: EntryStore, folder: string) =>
  Effect.gen(function* () {
    const clock = yield* BusinessClock
    const slugs = yield* FundSlugs
    // Notes use the offset as it was last read.
    yield* Effect.ignore(clock.offset)
    const run = Effect.runForkWith(yield* Effect.context())
    // A command may end before the first read in the background.
    yield* Effect.ignore(clock.offset)
    const written = yield* PubSub.sliding<void>(1)
    const recorder = yield* Effect.acquireRelease(
      Effect.sync(() =>
        makeRecorder({
          store,
          ahead: clock.lastOffset,
          refreshAhead: () => void run(Effect.ignore(clock.offset)),
          typed: typedCommands({ dataDir: folder }),
          written: () => void PubSub.publishUnsafe(written, undefined),
          warn: (error) =>
            void run(Effect.logWarning("Entries of the time line can't be written", Cause.fail(error)))
        })
      ),
      (recorder) => Effect.sync(recorder.close)
    )
    return Context.make(Timeline, timelineOf(recorder, slugs)).pipe(
      Context.add(TimelineReader, readerOf(store, recorder, written))
    )
  })

/** The time line over the file in a folder, until the scope closes. */
export const openTimeline = (folder: string) => Effect.flatMap(open(folder), (store) => live(store, folder))
