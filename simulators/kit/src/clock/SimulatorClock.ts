import type * as S from "@embedded-super/contracts/schemas"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { State } from "../state/State.ts"
import { settingOf } from "../state/Table.ts"

/** The clock's offset to the machine's clock, or the time at which it is stopped, in milliseconds. */
interface Setting {
  readonly ahead: number
  readonly stands_at: number | null
}

const units = { s: "seconds", m: "minutes", h: "hours", d: "days" } as const

/** `31d` in milliseconds. */
const millisOf = (advance: string): number =>
  Duration.toMillis(
    Duration.fromInputUnsafe(`${Number(advance.slice(0, -1))} ${units[advance.at(-1) as keyof typeof units]}`)
  )

const nowBy = ({ ahead, stands_at }: Setting, machine: number): number => stands_at ?? machine + ahead

/** The setting after a change; undefined if the clock would go back. */
const changedSetting = (
  setting: Setting,
  { advance, now, stands_still }: S.SimulatorClockChange,
  machine: number
): Setting | undefined => {
  const before = nowBy(setting, machine)
  const at = (now === undefined ? before : Date.parse(now)) + (advance === undefined ? 0 : millisOf(advance))
  if (at < before) return undefined
  return { ahead: at - machine, stands_at: (stands_still ?? setting.stands_at !== null) ? at : null }
}

let last = Number.NaN
let text = ""

/**
 * Milliseconds in the interfaces' time format. The last result is cached, because many events share one millisecond.
 */
export const isoOf = (millis: number): S.Timestamp => {
  if (millis !== last) {
    text = new Date(millis).toISOString()
    last = millis
  }
  return text as S.Timestamp
}

/** The simulator's time. It may be ahead of the machine's clock, or stopped. It survives a kill -9. */
export class SimulatorClock extends Context.Service<
  SimulatorClock,
  {
    readonly millis: () => number
    /** In the interfaces' time format. */
    readonly now: () => S.Timestamp
    readonly get: Effect.Effect<S.SimulatorClock>
    /** Returns whether it was changed; the clock never goes back. */
    readonly change: (change: S.SimulatorClockChange) => Effect.Effect<boolean>
    /** The address of the service that moves this clock together with its own; undefined for one that stands alone. */
    readonly ownedBy: string | undefined
  }
>()("@embedded-super/simulator-kit/SimulatorClock") {
  static readonly layer = (ownedBy?: string) =>
    Layer.effect(
      SimulatorClock,
      Effect.gen(function* () {
        const state = yield* State
        const clock = yield* Clock.Clock
        const setting = settingOf<Setting>(state, "clock", { ahead: 0, stands_at: null })
        const millis = () => nowBy(setting.get(), clock.currentTimeMillisUnsafe())
        const now = () => isoOf(millis())
        return {
          ownedBy,
          millis,
          now,
          get: Effect.sync(() => ({ now: now(), stands_still: setting.get().stands_at !== null })),
          change: (change) =>
            Effect.sync(() => {
              const changed = changedSetting(setting.get(), change, clock.currentTimeMillisUnsafe())
              if (changed === undefined) return false
              setting.set(changed)
              return true
            })
        }
      })
    )
}
