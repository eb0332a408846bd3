import { kinds } from "@embedded-super/workbench/kinds/index"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { randomBytes } from "node:crypto"
import { type Note, type Thing, Timeline, type TimelineShape } from "../src/platform/timeline/Timeline.ts"

/** A noted entry, with its place in its causal tree. */
export interface TestEntry {
  readonly note: Note
  readonly span: string
  readonly parentSpan: string | undefined
  /** Its sentence, with each time of day written as 12:00. */
  readonly sentence: string
}

interface Step {
  readonly span: string
  readonly parentSpan: string | undefined
  readonly notes: Array<Note>
}

const CurrentStep = Context.Reference<Step | undefined>("test/TestTimeline/CurrentStep", {
  defaultValue: () => undefined
})

const newSpan = () => randomBytes(8).toString("hex")

const keyOf = ({ id, kind }: Thing) => `${kind} ${id}`

const sentenceOf = ({ detail, from, kind, to }: Note): string => {
  const { sentence } = kinds[kind] as {
    readonly sentence: (detail: Note["detail"], parties: { from: string | null; to: string | null }) => string
  }
  return sentence(detail, { from: from ?? null, to: to ?? null }).replaceAll(
    /\b\d\d:\d\d(?::\d\d)?\b/g,
    "12:00"
  )
}

const recorder = () => {
  const entries: Array<TestEntry> = []
  const makers = new Map<string, string>()
  const makerOf = (things: ReadonlyArray<Thing> = []) =>
    things.map((thing) => makers.get(keyOf(thing))).find((span) => span !== undefined)

  const write = (note: Note, span: string, parentSpan: string | undefined) => {
    for (const thing of note.makes ?? []) makers.set(keyOf(thing), span)
    entries.push({ note, span, parentSpan, sentence: sentenceOf(note) })
  }

  const flush = ({ notes, parentSpan, span }: Step) => {
    const head = notes.find(({ isStep }) => isStep)
    if (head !== undefined) write(head, span, parentSpan)
    for (const note of notes) {
      if (note === head) continue
      write(note, newSpan(), makerOf(note.cause) ?? (head === undefined ? parentSpan : span))
    }
  }

  const noteNow = (note: Note) => write(note, newSpan(), makerOf(note.cause))
  const shape: TimelineShape = {
    isOn: true,
    noteNow: (note) => noteNow(note as Note),
    note: (note) =>
      Effect.flatMap(CurrentStep, (step) =>
        Effect.sync(() => void (step === undefined ? noteNow(note as Note) : step.notes.push(note as Note)))
      ),
    step: (options) => (effect) =>
      Effect.flatMap(CurrentStep, (outer) => {
        const isInner =
          outer !== undefined && options.cause === undefined && options.traceparent === undefined
        const parentSpan = options.traceparent?.split("-")[2] ?? makerOf(options.cause)
        const step: Step = { span: isInner ? outer.span : newSpan(), parentSpan, notes: [] }
        return effect.pipe(
          Effect.provideService(CurrentStep, step),
          Effect.onExit((exit) =>
            Effect.sync(() => {
              if (Exit.isFailure(exit)) return
              if (isInner) outer.notes.push(...step.notes)
              else flush(step)
            })
          )
        )
      }),
    traceparent: Effect.map(CurrentStep, (step) =>
      step === undefined ? undefined : `00-${"0".repeat(32)}-${step.span}-01`
    ),
    traceparentNow: () => undefined
  }
  return { shape, entries }
}

const isAbout =
  ({ id }: Pick<Thing, "id">) =>
  ({ note }: TestEntry) =>
    (note.about ?? []).some((thing) => thing.id === id)

/** A time line that records, for tests. */
export class TestTimeline extends Context.Service<
  TestTimeline,
  {
    readonly entries: ReadonlyArray<TestEntry>
    /** Every entry about a thing, as sentences in causal order: each below its cause, indented. */
    readonly story: (thing: Pick<Thing, "id">) => ReadonlyArray<string>
  }
>()("test/TestTimeline") {
  static readonly layer = Layer.effectContext(
    Effect.sync(() => {
      const { entries, shape } = recorder()
      const story = (thing: Pick<Thing, "id">) => {
        const those = entries.filter(isAbout(thing))
        const under = (parentSpan: string | undefined, depth: number): ReadonlyArray<string> =>
          those
            .filter((entry) =>
              parentSpan === undefined
                ? !those.some(({ span }) => span === entry.parentSpan)
                : entry.parentSpan === parentSpan
            )
            .flatMap(({ sentence, span }) => [`${"· ".repeat(depth)}${sentence}`, ...under(span, depth + 1)])
        return under(undefined, 0)
      }
      return Context.make(TestTimeline, { entries, story }).pipe(Context.add(Timeline, shape))
    })
  )
}
