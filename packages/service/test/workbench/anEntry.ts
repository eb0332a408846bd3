import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { openEntryStore, TIMELINE_FILE } from "@embedded-super/pages/store/EntryStore"
import { join } from "node:path"
import { type Note, Timeline } from "../../src/platform/timeline/Timeline.ts"
import { Settings } from "../../src/platform/config/Settings.ts"

const BEGIN = Date.parse("2026-11-21T00:00:00.000Z")

type Changes = Partial<Omit<typeof S.TimelineEntry.Encoded, "at">> & { readonly at?: Date }

/** An entry that began at `second` of the time line, by both clocks. */
export const anEntry = (second: number, { at, ...changes }: Changes = {}): S.TimelineEntry => {
  const began = BEGIN + second * 1000
  const entry: typeof S.TimelineEntry.Encoded = {
    seq: 1,
    source: "service",
    at: (at ?? new Date(began)).toISOString(),
    began_us: began * 1000,
    kind: "call_received",
    outcome: "noted",
    summary: "Something happened.",
    from: null,
    to: null,
    method: null,
    path: null,
    status: null,
    duration_ms: null,
    request_id: null,
    trace_id: null,
    span_id: null,
    parent_id: null,
    about: [],
    detail: {},
    ...changes
  }
  return entry as S.TimelineEntry
}

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

/** Writes entries into the time line's file in a folder, as another program does. Returns their positions. */
export const writeEntriesIn = (
  folder: string,
  entries: ReadonlyArray<S.TimelineEntry>,
  slug = ""
): ReadonlyArray<number | null> => {
  const store = openEntryStore(join(folder, TIMELINE_FILE))
  try {
    return store.write(
      entries.map(({ seq: _, ...entry }) => ({ ...entry, slug })),
      5000
    )
  } finally {
    store.close()
  }
}

/** The same, in the data folder of the test's service. `slug` is that of a fund's simulator. */
export const writeEntries = (entries: ReadonlyArray<S.TimelineEntry>, slug?: string) =>
  Effect.map(Settings, ({ dataDir }) => writeEntriesIn(dataDir, entries, slug))
