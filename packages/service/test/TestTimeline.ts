import * as NodeServices from "@effect/platform-node/NodeServices"
import type { TimelineEntry } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Context from "effect/Context"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { Settings } from "../src/platform/config/Settings.ts"
import { FundSlugs } from "../src/platform/timeline/NamesRepo.ts"
import { noteTransactions, TimelineLive } from "../src/platform/timeline/TimelineLive.ts"
import { TimelineReader } from "../src/platform/timeline/TimelineReader.ts"
import { TestDatabase } from "./TestDatabase.ts"
import { devSettings, TestSettings } from "./TestSettings.ts"
import { type Note, Timeline } from "../src/platform/timeline/Timeline.ts"

/** Development, with a data folder of its own. */
const settings = Layer.effect(
  Settings,
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const dataDir = yield* fs.makeTempDirectoryScoped()
    return { ...(yield* Settings), dataDir }
  })
).pipe(Layer.provide(devSettings), Layer.provideMerge(NodeServices.layer))

/** The time line of `--dev`, over the database of `TestDatabase`. Build it below the services that shall note. */
export const TestTimeline = {
  under: <A, E, R>(services: Layer.Layer<A, E, R>) =>
    services.pipe(
      Layer.provide(noteTransactions),
      Layer.provideMerge(TimelineLive),
      Layer.provide(FundSlugs.layer),
      Layer.provide([settings, TestDatabase.layer])
    )
}

const isDataDir = /(?<=--data-dir )[^` ]+/g
const isClock = /\b\d\d:\d\d(?::\d\d)?\b/g

/** Each entry below its cause, indented, with each time of day as 12:00, and the data folder as FOLDER. */
const inCausalOrder = (entries: ReadonlyArray<TimelineEntry>): ReadonlyArray<string> => {
  const spans = new Set(entries.map(({ span_id }) => span_id))
  const isUnder = (parent: string | null) => (entry: TimelineEntry) =>
    parent === null ? entry.parent_id === null || !spans.has(entry.parent_id) : entry.parent_id === parent
  const under = (parent: string | null, depth: number): ReadonlyArray<string> =>
    entries
      .filter(isUnder(parent))
      .flatMap(({ span_id, summary }) => [
        `${"· ".repeat(depth)}${summary.replaceAll(isClock, "12:00").replaceAll(isDataDir, "FOLDER")}`,
        ...under(span_id, depth + 1)
      ])
  return under(null, 0)
}

/** Everything about a thing, as sentences in causal order. */
export const storyOf = ({ id }: { readonly id: string }) =>
  Effect.map(
    Effect.flatMap(TimelineReader, (reader) => reader.about(id)),
    inCausalOrder
  )

/** A database and files, for processes of the service that keep a time line. */
export const TestProcesses = { layer: TestDatabase.layer.pipe(Layer.provideMerge(NodeFileSystem.layer)) }

export const aFolder = Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped())

const settingsOf = (dataDir: string, dev: boolean) =>
  Layer.effect(
    Settings,
    Effect.map(Settings, (known) => ({ ...known, dataDir, dev }))
  ).pipe(Layer.provide(TestSettings.layer))

/** A process of the service; `end` ends it. */
export const aProcess = Effect.fnUntraced(function* (dataDir: string, dev = true) {
  const scope = yield* Scope.make()
  yield* Effect.addFinalizer(() => Scope.close(scope, Exit.void))
  const context = yield* Layer.buildWithScope(
    Layer.fresh(TimelineLive).pipe(Layer.provide([settingsOf(dataDir, dev), FundSlugs.layer])),
    scope
  )
  return {
    timeline: Context.get(context, Timeline),
    reader: Context.get(context, TimelineReader),
    end: Scope.close(scope, Exit.void)
  }
})

export const thing = (id: string) => ({ kind: "fund_call", id })

/** A note that is recognised by its operation. */
export const call = (
  operation: string,
  more: Partial<Note<"call_received">> = {}
): Note<"call_received"> => ({
  kind: "call_received",
  detail: { operation, status: 200, code: null },
  ...more
})

export const names = (entries: ReadonlyArray<TimelineEntry>): Array<string | undefined> =>
  entries.map(({ detail }) => detail["operation"])

/** The entry, its texts without the contract's names for them. */
export const plain = (entry: TimelineEntry | undefined): Readonly<Record<string, unknown>> => ({ ...entry })

export const isThere = (path: string) => Effect.flatMap(FileSystem.FileSystem, (fs) => fs.exists(path))
