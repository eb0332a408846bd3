/** The words that every form of a report shares. */
import type * as S from "@embedded-super/contracts/schemas"
import { counted, runVerdictWords, seconds } from "./terminal/words.ts"

export const checkVerdictWords: Readonly<Record<S.CheckVerdict, string>> = {
  pass: "Passed",
  fail: "Failed",
  warn: "Warning",
  not_applicable: "Not applicable",
  not_observed: "Not observed",
  error: "Not finished"
}

const modeMeanings: Readonly<Record<S.CheckKit, Readonly<Record<S.CheckMode, string>>>> = {
  "fund-check": {
    dev: "dev: fast, failing requests reduced to the smallest",
    certify: "certify: one seed, one order, no check left out",
    probe: "probe: only what does no harm to a live system"
  },
  "partner-check": {
    dev: "dev: every check, or the named ones",
    certify: "certify: one seed, one order, no check left out",
    probe: "probe: only what does no harm to a live system"
  }
}

/** Whether the run was limited to a part of the kit. */
export const isPartial = ({ selection = [] }: S.CheckReport): boolean => selection.length > 0

/** The verdict in a word or two. A part of the checks can't show that the subject conforms. */
export const verdictWords = (report: S.CheckReport): string =>
  report.verdict === "conforms" && isPartial(report) ? "Conforms in part" : runVerdictWords[report.verdict]

const mustWith = ({ checks }: S.CheckReport, ...verdicts: ReadonlyArray<S.CheckVerdict>): number =>
  checks.filter(({ level, verdict }) => level === "MUST" && verdicts.includes(verdict)).length

/** Whether this check makes the run fail, or leaves it incomplete. */
export const counts = ({ level, verdict }: S.CheckResult): boolean =>
  level === "MUST" && (verdict === "fail" || verdict === "error")

/** The findings that failed, of checks that are required and of others. */
const failedFindings = ({ findings }: S.CheckReport) => {
  const failed = findings.filter(({ verdict }) => verdict === "fail")
  const required = failed.filter(({ level }) => level === "MUST")
  return { required, others: failed.length - required.length }
}

/** `2 required findings: F1 and F2.` One finding may be of several checks, so checks aren't counted here. */
const whatFailed = (report: S.CheckReport): string => {
  const { others, required } = failedFindings(report)
  const ids = required.map(({ id }) => id)
  const named =
    ids.length <= 3 ? ids.join(", ").replace(/, ([^,]*)$/, " and $1") : `${ids[0]} to ${ids.at(-1)}`
  const more = others === 0 ? "" : ` ${others} more ${others === 1 ? "is" : "are"} recommended only.`
  return `${counted(ids.length, "required finding")}, ${named}.${more}`
}

/** The verdict in sentences: what it rests on, and what it leaves open. */
export const verdictSentences = (report: S.CheckReport): ReadonlyArray<string> => {
  const passed = mustWith(report, "pass", "warn")
  const [unseen, unfinished] = [mustWith(report, "not_observed"), mustWith(report, "error")]
  return [
    failedFindings(report).required.length > 0
      ? `${whatFailed(report)} ${counted(passed, "required check")} passed.`
      : `No required check failed, ${passed} passed.`,
    ...(unfinished > 0 ? [`The kit could not finish ${counted(unfinished, "required check")}.`] : []),
    ...(unseen > 0
      ? [`The run proves nothing about ${counted(unseen, "required check")} that could not be observed.`]
      : []),
    ...(isPartial(report) ? [`The run was limited to ${report.selection?.join(", ")}.`] : [])
  ]
}

const days = new Intl.DateTimeFormat("en-AU", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC"
})

const times = new Intl.DateTimeFormat("en-AU", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC"
})

/** For example 23 November 2026. */
export const dayOf = (at: string): string => days.format(new Date(at))

/** How long the run took, in milliseconds. */
export const tookOf = ({ ended_at, started_at }: S.CheckReport): number =>
  Math.max(0, Date.parse(ended_at) - Date.parse(started_at))

/** The facts that identify a run, as names and values. */
export const factsOf = (report: S.CheckReport): ReadonlyArray<readonly [name: string, value: string]> => [
  ["Subject", report.subject.name],
  ["Address", report.subject.address ?? "nothing was called"],
  ["Kit", `${report.kit} ${report.kit_version}`],
  ["Mode", modeMeanings[report.kit][report.mode]],
  ["Seed", String(report.seed)],
  ["Began", `${dayOf(report.started_at)}, ${times.format(new Date(report.started_at))} UTC`],
  ["Took", seconds(tookOf(report))],
  ...(isPartial(report) ? [["Limited to", report.selection?.join(", ") ?? ""] as const] : [])
]

/** The checks by their groups, in the order of the kit. */
export const byGroup = ({ checks }: S.CheckReport): ReadonlyMap<string, ReadonlyArray<S.CheckResult>> =>
  Map.groupBy(checks, ({ group }) => group)

/** For example `MUST failed`: the level and the verdict of a finding's check. */
export const findingWords = ({ level, verdict }: S.CheckFinding): string =>
  `${level} ${checkVerdictWords[verdict].toLowerCase()}`

/** The call that shows a finding. */
export const exchangeOf = (
  { exchanges }: S.CheckReport,
  { exchange }: S.CheckFinding
): S.CheckExchange | undefined => exchanges.find(({ id }) => id === exchange)
