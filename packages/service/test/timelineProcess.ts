import type { TimelineEntry } from "@embedded-super/contracts/schemas"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { Settings } from "../src/platform/config/Settings.ts"
import { FundSlugs } from "../src/platform/timeline/NamesRepo.ts"
import { type Note, Timeline } from "../src/platform/timeline/Timeline.ts"
import { TimelineLive } from "../src/platform/timeline/TimelineLive.ts"
import { TimelineReader } from "../src/platform/timeline/TimelineReader.ts"
import { TestDatabase } from "./TestDatabase.ts"
import { TestSettings } from "./TestSettings.ts"

/** A database and files, for processes of the service that keep a time line. */
export const TestProcesses = { layer: TestDatabase.layer.pipe(Layer.provideMerge(NodeFileSystem.layer)) }

export const aFolder = Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped())

const settings = (dataDir: string, dev: boolean) =>
  Layer.effect(
    Settings,
    Effect.map(Settings, (known) => ({ ...known, dataDir, dev }))
  ).pipe(Layer.provide(TestSettings.layer))

/** A process of the service; `end` ends it. */
export const aProcess = Effect.fnUntraced(function* (dataDir: string, dev = true) {
  const scope = yield* Scope.make()
  yield* Effect.addFinalizer(() => Scope.close(scope, Exit.void))
  const context = yield* Layer.buildWithScope(
    Layer.fresh(TimelineLive).pipe(Layer.provide([settings(dataDir, dev), FundSlugs.layer])),
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
