import type * as S from "@embedded-super/contracts/schemas"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { State } from "../state/State.ts"

/** How far the clock is ahead of the machine's, or where it stands still, in milliseconds. */
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

/** The setting after a change; undefined if it went back. */
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

/** Milliseconds as the interfaces write a time. Many things happen within one, so the last is kept. */
const isoOf = (millis: number): S.Timestamp => {
  if (millis !== last) {
    text = new Date(millis).toISOString()
    last = millis
  }
  return text as S.Timestamp
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
    /** Returns whether it was changed; it never goes back. */
    readonly change: (change: S.SimulatorClockChange) => Effect.Effect<boolean>
  }
>()("@embedded-super/simulator-kit/SimulatorClock") {
  static readonly layer: Layer.Layer<SimulatorClock, never, State> = Layer.effect(
    SimulatorClock,
    Effect.gen(function* () {
      const state = yield* State
      const clock = yield* Clock.Clock
      const kept = state.query<Setting>("SELECT ahead, stands_at FROM clock")
      const set = state.query("INSERT OR REPLACE INTO clock (id, ahead, stands_at) VALUES (1, ?, ?)")
      let setting: Setting = { ahead: 0, stands_at: null }
      state.keep({
        tables: { clock: "id INTEGER PRIMARY KEY CHECK (id = 1), ahead INTEGER NOT NULL, stands_at INTEGER" },
        load: () => {
          setting = kept.get() ?? { ahead: 0, stands_at: null }
        }
      })
      const nowMillis = () => nowBy(setting, clock.currentTimeMillisUnsafe())
      const now = () => isoOf(nowMillis())
      return {
        millis: Effect.sync(nowMillis),
        timestamp: Effect.sync(now),
        now,
        get: Effect.sync(() => ({ now: now(), stands_still: setting.stands_at !== null })),
        change: (change) =>
          Effect.sync(() => {
            const changed = changedSetting(setting, change, clock.currentTimeMillisUnsafe())
            if (changed === undefined) return false
            state.write(() => set.run(changed.ahead, changed.stands_at))
            setting = changed
            return true
          })
      }
    })
  )
}
