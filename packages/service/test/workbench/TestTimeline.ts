import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Note, Timeline } from "../../src/platform/timeline/Timeline.ts"

/** The notes of a test. */
export class Noted extends Context.Service<Noted, Array<Note>>()("test/Noted") {}

const timeline = Layer.effect(
  Timeline,
  Effect.map(Noted, (noted) => ({
    isOn: true,
    note: (note: Note) => Effect.sync(() => void noted.push(note)),
    noteNow: (note: Note) => void noted.push(note),
    step:
      () =>
      <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        effect,
    traceparent: Effect.succeed(undefined),
    leavesOut: () => false,
    traceparentNow: () => undefined
  }))
)

/** A time line in memory: `Noted` has the notes. */
export const TestTimeline = { layer: timeline.pipe(Layer.provideMerge(Layer.sync(Noted, () => []))) }
