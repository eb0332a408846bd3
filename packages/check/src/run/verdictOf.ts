import type { CheckCounts, CheckResult, CheckRunVerdict } from "@embedded-super/contracts/schemas"

export const countsOf = (results: ReadonlyArray<CheckResult>): CheckCounts => {
  const counts = { pass: 0, fail: 0, warn: 0, not_applicable: 0, not_observed: 0, error: 0 }
  for (const { verdict } of results) counts[verdict] += 1
  return counts
}

/**
 * Only checks of level MUST decide. A check that can't be provoked or applied never fails the subject. A run that was cut off shows
 * nothing good.
 */
export const verdictOf = (results: ReadonlyArray<CheckResult>, isCutOff = false): CheckRunVerdict => {
  const musts = results.filter(({ level }) => level === "MUST")
  if (musts.some(({ verdict }) => verdict === "fail")) return "does_not_conform"
  return isCutOff || musts.some(({ verdict }) => verdict === "error") ? "incomplete" : "conforms"
}
