import type { CheckMode } from "@embedded-super/contracts/schemas"
import type * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import type { Kit, Outcome, Unjudged } from "./Check.ts"
import { errorOfKit, notObserved } from "./outcomes.ts"

type Running = Effect.Effect<Outcome, never, Scope>

/** The kit with the run of each check changed. */
export const eachRun = <World>(
  kit: Kit<World>,
  change: (run: Running, world: World) => Running
): Kit<World> => ({
  ...kit,
  groups: kit.groups.map((group) => ({
    ...group,
    checks: group.checks.map((check) => ({
      ...check,
      run: (world: World) => change(check.run(world), world)
    }))
  }))
})

/**
 * The outcome of a check whose call a busy subject prevented. A certifying run skips nothing: there the check isn't finished, and
 * the run is incomplete.
 */
export const notMade = (mode: CheckMode, why: string): Unjudged =>
  mode === "certify" ? errorOfKit(why) : notObserved(why)
