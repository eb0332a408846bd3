import type * as S from "@embedded-super/contracts/schemas"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type * as Path from "effect/Path"
import * as Schema from "effect/Schema"
import type { CannotStart } from "../CannotStart.ts"
import type { DataFolder } from "../folder/DataFolder.ts"
import { isoOf } from "./isoOf.ts"
import { makeDurableState } from "../state/DurableState.ts"

/** How far the clock is ahead of the machine's, or where it stands still, in milliseconds. */
const Setting = Schema.Struct({ ahead: Schema.Int, standsAt: Schema.NullOr(Schema.Int) })
type Setting = typeof Setting.Type

const units = { s: "seconds", m: "minutes", h: "hours", d: "days" } as const

/** `31d` in milliseconds. */
const millisOf = (advance: string): number =>
  Duration.toMillis(
    Duration.fromInputUnsafe(`${Number(advance.slice(0, -1))} ${units[advance.at(-1) as keyof typeof units]}`)
  )

const nowBy = ({ ahead, standsAt }: Setting, machine: number): number => standsAt ?? machine + ahead

/** The setting after a change; undefined if it went back. */
const changedSetting = (
  setting: Setting,
  { advance, now, stands_still }: S.SimulatorClockChange,
  machine: number
): Setting | undefined => {
  const before = nowBy(setting, machine)
  const at = (now === undefined ? before : Date.parse(now)) + (advance === undefined ? 0 : millisOf(advance))
  if (at < before) return undefined
  return (stands_still ?? setting.standsAt !== null)
    ? { ahead: at - machine, standsAt: at }
    : { ahead: at - machine, standsAt: null }
}

/** What time it is for a simulator. It may run ahead of the machine's clock, or stand still. It survives a kill -9. */
export class SimulatorClock extends Context.Service<
  SimulatorClock,
  {
    readonly millis: Effect.Effect<number>
    /** As the interfaces write it. */
    readonly timestamp: Effect.Effect<S.Timestamp>
    /** The same, at once. */
    readonly now: () => S.Timestamp
    readonly get: Effect.Effect<S.SimulatorClock>
    /** Tells whether it was changed; it never goes back. */
    readonly change: (change: S.SimulatorClockChange) => Effect.Effect<boolean>
  }
>()("@embedded-super/simulator-kit/SimulatorClock") {
  static readonly layer: Layer.Layer<
    SimulatorClock,
    CannotStart,
    DataFolder | FileSystem.FileSystem | Path.Path
  > = Layer.effect(
    SimulatorClock,
    Effect.gen(function* () {
      const kept = yield* makeDurableState({
        name: "clock",
        state: Setting,
        event: Setting,
        initial: () => ({ ahead: 0, standsAt: null }) as Setting,
        apply: (_, setting) => setting
      })
      const millis = Effect.zipWith(kept.get, Clock.currentTimeMillis, nowBy)
      const timestamp = Effect.map(millis, (millis) => isoOf(millis) as S.Timestamp)
      const clock = yield* Clock.Clock
      return {
        millis,
        timestamp,
        now: () => isoOf(nowBy(kept.peek(), clock.currentTimeMillisUnsafe())) as S.Timestamp,
        get: Effect.zipWith(timestamp, kept.get, (now, { standsAt }) => ({
          now,
          stands_still: standsAt !== null
        })),
        change: Effect.fn("SimulatorClock.change")(function* (change) {
          const machine = yield* Clock.currentTimeMillis
          return yield* kept.transact((setting) => {
            const changed = changedSetting(setting, change, machine)
            return { events: changed === undefined ? [] : [changed], answer: changed !== undefined }
          })
        })
      }
    })
  )
}
