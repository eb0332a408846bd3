import type {
  CheckFinding,
  CheckLevel,
  CheckResult,
  CheckCounts,
  CheckReport,
  CheckRunVerdict,
  CheckVerdict
} from "@embedded-super/contracts/schemas"
import * as Order from "effect/Order"

/** A check's result, and what joins its failure with others. */
export interface Judged {
  readonly result: CheckResult
  /** The root of its failure; undefined if it didn't fail. */
  readonly root: string | undefined
  /** The checks whose failure explains this one. */
  readonly restsOn?: ReadonlyArray<string>
  /** Its failure explains every other one of its operation. */
  readonly isBasic?: boolean
  /** The operation of the call that shows its failure. */
  readonly operation?: string
  /** The subject's end: the first finding, whatever else failed. */
  readonly isEnd?: boolean
  /** The checks that explain this outcome if each of them failed. */
  readonly explainedBy?: ReadonlyArray<string>
}

const strictness: Readonly<Record<CheckLevel, number>> = { MUST: 0, SHOULD: 1, INFO: 2 }

type Weighed = Pick<CheckResult, "level" | "verdict">

/** Failures before warnings, then the strictest level; the order of the kit decides the rest. */
const byWeight: Order.Order<Weighed> = Order.combine(
  Order.mapInput(Order.Number, ({ verdict }: Weighed) => (verdict === "fail" ? 0 : 1)),
  Order.mapInput(Order.Number, ({ level }: Weighed) => strictness[level])
)

/** The failed checks that may explain a failure. */
const explaining = (
  failed: ReadonlyMap<string, Judged>,
  { explainedBy = [], isBasic = false, operation, restsOn = [] }: Judged
): ReadonlyArray<Judged> => {
  const basics = isBasic
    ? []
    : [...failed.values()].filter((one) => one.isBasic === true && one.operation === operation)
  const makers = explainedBy.every((id) => failed.has(id)) ? explainedBy : []
  return [...basics, ...[...restsOn, ...makers].flatMap((id) => failed.get(id) ?? [])]
}

/** The failed check that explains this failure, and is explained by no other; the failure itself if there is none. */
const originOf = (failed: ReadonlyMap<string, Judged>, judged: Judged): Judged => {
  const seen = new Set<Judged>()
  let origin = judged
  for (;;) {
    seen.add(origin)
    const before = explaining(failed, origin).find((one) => !seen.has(one))
    if (before === undefined) return origin
    origin = before
  }
}

/** One finding of these results, of which the first gives it its sentence. */
const findingOf = (results: ReadonlyArray<CheckResult>): Omit<CheckFinding, "id"> | undefined => {
  const [first] = results
  const weightiest = results.toSorted(byWeight)[0]
  if (first === undefined || weightiest === undefined) return undefined
  const { actual, cause, exchanges, expected, hint, requirement, requirement_text } = first
  if (cause === undefined || expected === undefined || actual === undefined) return undefined
  return {
    level: weightiest.level,
    verdict: weightiest.verdict === "fail" ? "fail" : "warn",
    cause,
    expected,
    actual,
    hint,
    requirement,
    ...(requirement_text === undefined ? {} : { requirement_text }),
    checks: results.map(({ id }) => id) as [CheckResult["id"], ...Array<CheckResult["id"]>],
    ...(exchanges[0] === undefined ? {} : { exchange: exchanges[0] })
  }
}

interface Found {
  readonly isEnd: boolean
  readonly finding: Omit<CheckFinding, "id">
}

const byEnd: Order.Order<Found> = Order.combine(
  Order.mapInput(Order.Number, ({ isEnd }: Found) => (isEnd ? 0 : 1)),
  Order.mapInput(byWeight, ({ finding }: Found) => finding)
)

/** The level and verdict of the subject's end, whatever the level of the check that ran then. */
const REQUIRED = { level: "MUST", verdict: "fail" } as const

const numbered = (finding: Omit<CheckFinding, "id">, index: number): CheckFinding => ({
  id: `F${index + 1}`,
  ...finding
})

/**
 * Joins the failures of one root, most important first. The weightiest check of a finding gives it its sentence, but never
 * one whose failure another explains.
 */
export const findingsOf = (judged: ReadonlyArray<Judged>): ReadonlyArray<CheckFinding> => {
  const failures = judged.filter(({ root }) => root !== undefined)
  const failed = new Map(
    failures.filter(({ result }) => result.verdict === "fail").map((one) => [String(one.result.id), one])
  )
  const origins = new Map(failures.map((one) => [one, originOf(failed, one)]))
  const isOrigin = (one: Judged) => origins.get(one) === one
  const sorted = failures.toSorted(
    Order.combine(
      Order.mapInput(Order.Number, (one: Judged) => (isOrigin(one) ? 0 : 1)),
      Order.mapInput(byWeight, ({ result }: Judged) => result)
    )
  )
  const roots = Map.groupBy(sorted, (one) => origins.get(one)?.root)
  return [...roots.values()]
    .flatMap((members) => {
      const finding = findingOf(members.map(({ result }) => result))
      const isEnd = members[0]?.isEnd === true
      return finding === undefined ? [] : [{ isEnd, finding: isEnd ? { ...finding, ...REQUIRED } : finding }]
    })
    .toSorted(byEnd)
    .map(({ finding }, index) => numbered(finding, index))
}

export const countsOf = (results: ReadonlyArray<CheckResult>): CheckCounts => {
  const counts = { pass: 0, fail: 0, warn: 0, not_applicable: 0, not_observed: 0, error: 0 }
  for (const { verdict } of results) counts[verdict] += 1
  return counts
}

const judged: ReadonlySet<CheckVerdict> = new Set(["pass", "warn", "fail"])

const mustsOf = (results: ReadonlyArray<CheckResult>) => results.filter(({ level }) => level === "MUST")

const isUnjudged = (results: ReadonlyArray<CheckResult>): boolean =>
  mustsOf(results).every(({ verdict }) => !judged.has(verdict) && verdict !== "error")

/** Whether a run says nothing about its subject: no check of level MUST was judged, or left unfinished, and the subject didn't end. */
export const judgesNothing = ({ checks, findings }: Pick<CheckReport, "checks" | "findings">): boolean =>
  isUnjudged(checks) && !findings.some(({ level, verdict }) => level === "MUST" && verdict === "fail")

/**
 * Only checks of level MUST decide. A check that can't be provoked or applied never fails the subject. A run that was cut off, or
 * that judged nothing, shows nothing good.
 */
export const verdictOf = (results: ReadonlyArray<CheckResult>, isCutOff = false): CheckRunVerdict => {
  const musts = mustsOf(results)
  if (musts.some(({ verdict }) => verdict === "fail")) return "does_not_conform"
  const isOpen = isCutOff || musts.some(({ verdict }) => verdict === "error") || isUnjudged(results)
  return isOpen ? "incomplete" : "conforms"
}
