/**
 * Registrations that are drawn: a fund may take each value alone and refuse two together, or refuse from some length on. The
 * report shows the smallest one that it refuses, and its sentence is made from the parts of that one.
 */
import * as Effect from "effect/Effect"
import type { Arbitrary } from "fast-check"
import type { Outcome } from "../../../check/Check.ts"
import { type DrawnOptions, forEachDrawn } from "../../../run/forEachDrawn.ts"
import type { FundUnderTest } from "../../FundUnderTest.ts"
import { judgeRegistered, type Special } from "./registering.ts"

const DRAWN = "drawn: "

/** Smaller registrations have other sentences. They are alike if the fund treats them alike: it refuses both, or fails at both. */
const joined = (outcome: Outcome): Outcome =>
  outcome.verdict === "fail" && outcome.root === undefined
    ? { ...outcome, root: `${DRAWN}${outcome.cause.includes("server error")}` }
    : outcome

/** The report joins failures by their sentences. */
const separate = (outcome: Outcome): Outcome => {
  if (outcome.verdict !== "fail" || outcome.root?.startsWith(DRAWN) !== true) return outcome
  const { root: _, ...rest } = outcome
  return rest
}

/** Registers drawn persons, whom every fund has to accept. */
export const registerDrawn = <A>(
  fund: FundUnderTest,
  drawn: Arbitrary<A>,
  specialOf: (drawn: A) => Special,
  options: DrawnOptions<A>
): Effect.Effect<Outcome> =>
  Effect.map(
    forEachDrawn(
      fund.draws,
      drawn,
      (one) => Effect.map(judgeRegistered(fund, specialOf(one)), joined),
      options
    ),
    separate
  )
