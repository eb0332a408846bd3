/** Runs checks against a fund with a flaw, or against a correct one that differs. */
import type { CheckReport } from "@embedded-super/contracts/schemas"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import { type Played, startedFund } from "./startedFund.ts"

export interface Checking {
  readonly selection: ReadonlyArray<string>
  readonly seed?: number
  /** Plain http is faster; a fund that asks for certificates can't use it. */
  readonly http?: boolean
  /** The fund uploads its list. */
  readonly uploads?: boolean
}

/** The report about a simulated fund. */
export const checking = (
  played: Played,
  { seed = 1, selection, ...options }: Checking
): Effect.Effect<CheckReport, unknown> =>
  startedFund(played, options).pipe(
    Effect.flatMap(({ check }) => check({ names: selection, seed })),
    Effect.scoped,
    Effect.provide(NodeServices.layer)
  )

/** What a report says of one check: its verdict and its sentence. */
export const saidOf = ({ checks }: CheckReport, id: string): string | undefined => {
  const result = checks.find((check) => check.id === id)
  return result === undefined ? undefined : `${result.verdict}: ${result.cause ?? result.why ?? ""}`
}
