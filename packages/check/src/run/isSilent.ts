import type { Exchange } from "../exchange/Exchange.ts"

/** Milliseconds without an answer after which the other checks would only wait, too. */
const LONGEST_SILENCE = 60_000

/** Fewer checks may wait on purpose, as with a request that never ends. */
const FEWEST_CHECKS = 3

/** An answer that begins and never ends is waited for as long as none. */
const isWhole = ({ answer, failure }: Exchange): boolean => answer !== undefined && failure !== "timeout"

/** Whether the subject no longer answers: the last calls of three checks waited a minute together without a whole answer. */
export const isSilent = (exchanges: ReadonlyArray<Exchange>): boolean => {
  const silent = exchanges.slice(exchanges.findLastIndex(isWhole) + 1)
  const waited = silent.reduce((sum, { took }) => sum + took, 0)
  return waited >= LONGEST_SILENCE && new Set(silent.map(({ check }) => check)).size >= FEWEST_CHECKS
}
