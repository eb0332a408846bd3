import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { SimulatorClockAnswer } from "@embedded-super/contracts/schemas"
import { refuse } from "../../personal-data/Findings.ts"
import { operator } from "../../platform/audit/audit.ts"
import { databaseDefects } from "../../platform/database/operation.ts"
import { BusinessClock } from "../../platform/time/BusinessClock.ts"
import { toTimestamp } from "../../platform/time/timestamp.ts"
import { Simulators } from "../sources/Simulators.ts"
import { simulatorCalls } from "./simulatorCalls.ts"

const units = { s: "seconds", m: "minutes", h: "hours", d: "days" } as const

/** `5d` as a duration. */
export const durationOf = (advance: string): Duration.Duration =>
  Duration.fromInputUnsafe(`${Number(advance.slice(0, -1))} ${units[advance.at(-1) as keyof typeof units]}`)

/** Ten years: more in one step is hardly meant, and the clock never goes back. */
const LONGEST = Duration.days(3660)

const tooMuch = refuse({
  pointer: "#/advance",
  code: "too_large",
  detail:
    'At most 3,660 days in one step, because the clock never goes back. Send a length such as "90m", "2h" or "5d".'
})

const tooFar = refuse({
  pointer: "#/advance",
  code: "too_large",
  detail: "The clock would be more than a hundred years ahead. Give a shorter time."
})

/**
 * The one clock (D-sandbox-clock). The service's offset is the truth: simulators are set to the service's time, not moved
 * by the same length, so each pull also brings a simulator level that was missed or started later.
 */
export const clockLever = Effect.gen(function* () {
  const clock = yield* BusinessClock
  const simulators = yield* Simulators
  const { ask } = yield* simulatorCalls

  /** Sets every simulator to the service's time. Returns the sentences of those that couldn't be set. */
  const level = Effect.gen(function* () {
    const { simulated } = yield* clock.moments
    const call = { method: "PUT", path: "/_simulator/clock", body: { now: toTimestamp(simulated) } } as const
    const results = yield* Effect.forEach(
      yield* simulators.all,
      (simulator) =>
        ask(simulator, call, SimulatorClockAnswer).pipe(
          Effect.as(null),
          Effect.catchTags({
            ServiceUnavailable: ({ detail }) => Effect.succeed(detail),
            ValidationFailed: () => Effect.succeed(`The clock of ${simulator.name} is further ahead already.`)
          })
        ),
      { concurrency: "unbounded" }
    )
    return results.filter((sentence) => sentence !== null)
  })

  return {
    /** Moves the clock ahead. Returns the failures, in a sentence for each simulator; null if there are none. */
    move: Effect.fnUntraced(function* (by: Duration.Duration) {
      if (Duration.isGreaterThan(by, LONGEST)) return yield* Effect.fail(tooMuch)
      yield* Effect.catchTag(clock.advance(by, yield* operator), "OperatorError", () => Effect.fail(tooFar))
      const problems = yield* level
      return problems.length === 0 ? null : [...problems, FOLLOWS].join(" ")
    }, databaseDefects)
  }
})

const FOLLOWS = "Its clock follows when the clock is moved again."
