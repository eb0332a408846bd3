import { makeFolder } from "@embedded-super/program/makeFolder"
import { type EntryStore, openTimelineFile, TIMELINE_FILE } from "@embedded-super/pages/store/EntryStore"
import { newTrace, traceparentOf } from "@embedded-super/pages/trace/traceparent"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as PubSub from "effect/PubSub"
import { join } from "node:path"
import { BusinessClock } from "../time/BusinessClock.ts"
import { FundSlugs, withSlugs } from "./FundSlugs.ts"
import type { Noted } from "./noted.ts"
import { makeRecorder, type Recorder } from "./Recorder.ts"
import { readerOf } from "./readerOf.ts"
import { addNote, beginStep, endStep, openStep, placeAlone, spanToSend, type Step } from "./steps.ts"
import { type Note, Timeline, type TimelineShape } from "./Timeline.ts"
import { TimelineReader } from "./TimelineReader.ts"
import { typedCommands } from "./typedCommands.ts"

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
          warn: (error) => void run(Effect.logWarning("Entries of the time line can't be written", error))
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
