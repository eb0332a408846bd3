/** Runs checks against a fund with a fault, or against a correct one that differs. */
import type { CheckReport } from "@embedded-super/contracts/schemas"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import { notApplicable, notObserved, type Outcome } from "../../src/check/Check.ts"
import { type FundCheck, type FundUnderTest, kit } from "../../src/fund/index.ts"
import { type Played, startedFund } from "./startedFund.ts"

export interface Checking {
  readonly selection: ReadonlyArray<string>
  readonly seed?: number
}

/** The report about a simulated fund. */
export const checking = (
  played: Played,
  { seed = 1, selection }: Checking
): Effect.Effect<CheckReport, unknown> =>
  startedFund(played).pipe(
    Effect.flatMap(({ check }) => check({ names: selection, seed })),
    Effect.scoped,
    Effect.provide(NodeServices.layer)
  )

export const listChecks = kit.groups.find(({ name }) => name === "LIST")!.checks

/** The outcomes of these checks at a fund, by their ids. */
export const outcomesAt = Effect.fnUntraced(function* (
  fund: FundUnderTest,
  checks: ReadonlyArray<FundCheck>
) {
  const outcomes = new Map<string, Outcome>()
  for (const { appliesTo, id, lacks, run } of checks) {
    const applies = appliesTo?.(fund) ?? true
    const lacking = applies === true ? lacks?.(fund) : undefined
    if (applies !== true) outcomes.set(id, notApplicable(applies))
    else outcomes.set(id, lacking === undefined ? yield* run(fund) : notObserved(lacking))
  }
  return outcomes
})

/** The verdict and the sentence of one check in a report. */
export const saidOf = ({ checks }: CheckReport, id: string): string | undefined => {
  const result = checks.find((check) => check.id === id)
  return result === undefined ? undefined : `${result.verdict}: ${result.cause ?? result.why ?? ""}`
}
