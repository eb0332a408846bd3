/** `--seed`: the number that a run draws its cases from. */
import type { CheckMode } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Flag from "effect/cli/Flag"
import { randomInt } from "node:crypto"
import { type CannotRun, usage } from "./CannotRun.ts"

/** Of certifying and probing runs, which have the same cases each time. */
const FIXED_SEED = 1

const MOST = 2 ** 31 - 1

export const seedFlag = Flag.Int("seed").pipe(
  Flag.withDescription("Draws the same cases again; a run prints its seed"),
  Flag.optional
)

/** The seed of a run: the given one, or another in each run of the mode dev. */
export const seedOf = (given: Option.Option<number>, mode: CheckMode): Effect.Effect<number, CannotRun> => {
  const seed = Option.getOrElse(given, () => (mode === "dev" ? randomInt(MOST) : FIXED_SEED))
  return seed >= 0 && seed <= MOST
    ? Effect.succeed(seed)
    : Effect.fail(usage(`--seed takes a whole number from 0 to ${MOST}.`))
}
