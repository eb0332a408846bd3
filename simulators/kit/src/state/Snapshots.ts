import * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import * as Schema from "effect/Schema"
import { SimulatorClock } from "../clock/SimulatorClock.ts"
import { DataFolder } from "../folder/DataFolder.ts"
import { makeFolder } from "../folder/makeFolder.ts"
import { replaceFile } from "../folder/replaceFile.ts"
import { replaceStates } from "../folder/replaceStates.ts"

type Counts = Readonly<Record<string, number>>

/** A kept state: what the interfaces show of it, and each of the folder's states as JSON, by name. */
const Kept = Schema.fromJsonString(
  Schema.Struct({
    name: S.SimulatorSnapshotName,
    taken_at: S.Timestamp,
    counts: Schema.Record(Schema.String, Schema.Int),
    states: Schema.Record(Schema.String, Schema.Unknown)
  })
)
const decode = Schema.decodeUnknownOption(Kept)
const encode = Schema.encodeSync(Kept)

const toldOf = ({ counts, name, taken_at }: typeof Kept.Type): S.SimulatorSnapshot => ({
  name,
  taken_at,
  counts
})

/** States of the whole simulator that were kept under a name. They are files, and outlive a reset. */
export class Snapshots extends Context.Service<
  Snapshots,
  {
    /** The newest first. */
    readonly list: Effect.Effect<ReadonlyArray<S.SimulatorSnapshot>>
    readonly take: (name: S.SimulatorSnapshotName, counts: Counts) => Effect.Effect<S.SimulatorSnapshot>
    /** Returns false if there is none of this name that this version can read. */
    readonly restore: (name: S.SimulatorSnapshotName) => Effect.Effect<boolean>
  }
>()("@embedded-super/simulator-kit/Snapshots") {
  static readonly layer: Layer.Layer<
    Snapshots,
    never,
    DataFolder | SimulatorClock | FileSystem.FileSystem | Path.Path
  > = Layer.effect(
    Snapshots,
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const path = yield* Path.Path
      const folder = yield* DataFolder
      const clock = yield* SimulatorClock
      const files = folder.file("snapshots")
      const read = (file: string) => Effect.option(fs.readFileString(path.join(files, file)))
      const named = (name: string) => `${name}.json`

      return {
        list: Effect.gen(function* () {
          const names = yield* Effect.orElseSucceed(fs.readDirectory(files), () => [])
          const texts = yield* Effect.forEach(names, read)
          return texts
            .flatMap((text) => Option.toArray(Option.flatMap(text, decode)))
            .map(toldOf)
            .toSorted((one, other) => other.taken_at.localeCompare(one.taken_at))
            .slice(0, 100)
        }),
        take: Effect.fn("Snapshots.take")(
          function* (name, counts) {
            const states: Record<string, unknown> = {}
            for (const state of folder.states) states[state.name] = yield* state.save
            const kept = { name, taken_at: yield* clock.timestamp, counts, states }
            yield* makeFolder(files, 0o700)
            yield* replaceFile(path.join(files, named(name)), encode(kept))
            return toldOf(kept)
          },
          Effect.provideService(FileSystem.FileSystem, fs),
          Effect.provideService(Path.Path, path),
          Effect.orDie
        ),
        restore: Effect.fn("Snapshots.restore")(
          function* (name) {
            const kept = Option.flatMap(yield* read(named(name)), decode)
            if (Option.isNone(kept)) return false
            const { states } = kept.value
            // All are read before the first is replaced: a kept state is restored whole or not at all.
            const replacements = yield* Effect.forEach(folder.states, (state) =>
              state.name in states ? state.restore(states[state.name]) : Effect.sync(state.reset)
            )
            replaceStates(folder.file, replacements)
            return true
          },
          Effect.catchTag("CannotStart", () => Effect.succeed(false))
        )
      }
    })
  )
}
