/** Runs checks against a fund with a flaw, or against a correct one that differs. */
import type { CheckReport } from "@embedded-super/contracts/schemas"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
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

/** The verdict and the sentence of one check in a report. */
export const saidOf = ({ checks }: CheckReport, id: string): string | undefined => {
  const result = checks.find((check) => check.id === id)
  return result === undefined ? undefined : `${result.verdict}: ${result.cause ?? result.why ?? ""}`
}
