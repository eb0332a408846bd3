import type { CheckFinding, CheckLevel, CheckResult } from "@embedded-super/contracts/schemas"
import * as Order from "effect/Order"

/** A check's result, and the root of its failure. */
export interface Judged {
  readonly result: CheckResult
  readonly root: string | undefined
}

const strictness: Readonly<Record<CheckLevel, number>> = { MUST: 0, SHOULD: 1, INFO: 2 }

/** Failures before warnings, then the strictest level; the order of the kit decides the rest. */
const byWeight: Order.Order<CheckResult> = Order.combine(
  Order.mapInput(Order.Number, ({ verdict }: CheckResult) => (verdict === "fail" ? 0 : 1)),
  Order.mapInput(Order.Number, ({ level }: CheckResult) => strictness[level])
)

const findingOf = (id: string, results: ReadonlyArray<CheckResult>): CheckFinding | undefined => {
  const sorted = results.toSorted(byWeight)
  const [first] = sorted
  if (first === undefined) return undefined
  const { actual, cause, exchanges, expected, hint, level, requirement, requirement_text, verdict } = first
  if (cause === undefined || expected === undefined || actual === undefined) return undefined
  return {
    id,
    level,
    verdict: verdict === "fail" ? "fail" : "warn",
    cause,
    expected,
    actual,
    hint,
    requirement,
    ...(requirement_text === undefined ? {} : { requirement_text }),
    checks: sorted.map((result) => result.id) as [CheckResult["id"], ...Array<CheckResult["id"]>],
    ...(exchanges[0] === undefined ? {} : { exchange: exchanges[0] })
  }
}

/** Joins the failures of one root, most important first. The weightiest check of a finding gives it its sentence. */
export const findingsOf = (judged: ReadonlyArray<Judged>): ReadonlyArray<CheckFinding> => {
  const roots = new Map<string, Array<CheckResult>>()
  for (const { result, root } of judged) {
    if (root !== undefined) roots.set(root, [...(roots.get(root) ?? []), result])
  }
  const weightiest = ([first]: ReadonlyArray<CheckResult>) => first!
  return [...roots.values()]
    .map((results) => results.toSorted(byWeight))
    .toSorted(Order.mapInput(byWeight, weightiest))
    .flatMap((results, index) => findingOf(`F${index + 1}`, results) ?? [])
}
