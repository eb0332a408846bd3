import { makeFolder } from "@embedded-super/program/makeFolder"
import * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { SimulatorClock } from "../clock/SimulatorClock.ts"
import { DataFolder, replaceFile } from "../folder/DataFolder.ts"
import { State } from "./State.ts"

const Shown = Schema.fromJsonString(S.SimulatorSnapshot)
const decode = Schema.decodeUnknownOption(Shown)
const encode = Schema.encodeSync(Shown)

/**
 * Named snapshots of the whole simulator: a copy of its tables in `snapshots/<name>.sqlite`, and its description for
 * the interfaces in `<name>.json`, which is written last. They outlive a reset.
 */
export class Snapshots extends Context.Service<
  Snapshots,
  {
    /** The newest first. */
    readonly list: Effect.Effect<ReadonlyArray<S.SimulatorSnapshot>>
    readonly take: (
      name: S.SimulatorSnapshotName,
      counts: S.SimulatorSnapshot["counts"]
    ) => Effect.Effect<S.SimulatorSnapshot>
    /** Returns false if there is no snapshot of this name that this version can read. */
    readonly restore: (name: S.SimulatorSnapshotName) => Effect.Effect<boolean>
  }
>()("@embedded-super/simulator-kit/Snapshots") {
  static readonly layer = Layer.effect(
    Snapshots,
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const path = yield* Path.Path
      const files = (yield* DataFolder).file("snapshots")
      const clock = yield* SimulatorClock
      const state = yield* State
      const copyOf = (name: string) => path.join(files, `${name}.sqlite`)
      const shown = (file: string) =>
        Effect.map(Effect.option(fs.readFileString(path.join(files, file))), Option.flatMap(decode))

      return {
        list: Effect.gen(function* () {
          const names = yield* Effect.orElseSucceed(fs.readDirectory(files), () => [])
          const all = yield* Effect.forEach(
            names.filter((name) => name.endsWith(".json")),
            shown
          )
          return all
            .flatMap(Option.toArray)
            .toSorted((one, other) => other.taken_at.localeCompare(one.taken_at))
            .slice(0, 100)
        }),
        take: Effect.fn("Snapshots.take")(
          function* (name, counts) {
            const taken = { name, taken_at: clock.now(), counts }
            const draft = `${copyOf(name)}.new`
            yield* makeFolder(files, 0o700)
            state.copyTo(draft)
            yield* fs.rename(draft, copyOf(name))
            yield* replaceFile(path.join(files, `${name}.json`), encode(taken))
            return taken
          },
          Effect.provideService(FileSystem.FileSystem, fs),
          Effect.provideService(Path.Path, path),
          Effect.orDie
        ),
        restore: Effect.fn("Snapshots.restore")(function* (name) {
          if (Option.isNone(yield* shown(`${name}.json`))) return false
          return Result.isSuccess(Result.try(() => state.restoreFrom(copyOf(name))))
        })
      }
    })
  )
}
