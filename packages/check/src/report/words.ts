/** The words that every form of a report shares, and how texts are put together. */
import type * as S from "@embedded-super/contracts/schemas"
import { judgesNothing } from "../run/findingsOf.ts"

/** `1 check`, `2 checks`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

const countedAs = {
  pass: "passed",
  fail: "failed",
  warn: "with a warning",
  not_applicable: "not applicable",
  not_observed: "not observed",
  error: "not finished"
} as const satisfies Readonly<Record<S.CheckVerdict, string>>

/** `3 passed, 1 failed`. */
export const countsInWords = (counts: S.CheckCounts): string =>
  (Object.keys(countedAs) as ReadonlyArray<S.CheckVerdict>)
    .filter((verdict) => counts[verdict] > 0)
    .map((verdict) => `${counts[verdict]} ${countedAs[verdict]}`)
    .join(", ")

const runVerdictWords = {
  conforms: "Conforms",
  does_not_conform: "Does not conform",
  incomplete: "Incomplete"
} as const satisfies Readonly<Record<S.CheckRunVerdict, string>>

export const modeWords = {
  dev: "development",
  certify: "certification",
  probe: "probe"
} as const satisfies Readonly<Record<S.CheckMode, string>>

/** `A, B and C`. */
export const joined = (names: ReadonlyArray<string>, word: "and" | "or"): string =>
  names.join(", ").replace(/, ([^,]*)$/, ` ${word} $1`)

/** `3.2 s`. */
export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

/** Breaks a text into lines of at most so many letters; a longer word keeps a line of its own. */
export const wrapped = (text: string, width: number): ReadonlyArray<string> =>
  text.split("\n").flatMap((line) => {
    const lines: Array<string> = []
    for (const word of line.split(" ")) {
      const last = lines.at(-1)
      if (last !== undefined && last.length + 1 + word.length <= width)
        lines[lines.length - 1] = `${last} ${word}`
      else lines.push(word)
    }
    return lines
  })

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
export const verdictWords = (report: S.CheckReport): string => {
  if (judgesNothing(report)) return "Nothing required was judged"
  return report.verdict === "conforms" && isPartial(report)
    ? "Conforms in part"
    : runVerdictWords[report.verdict]
}

/** `83 checks: 43 passed, 40 not applicable`: how much of the kit the verdict rests on. */
export const coverage = ({ checks, counts: how }: S.CheckReport): string =>
  `${counted(checks.length, "check")}: ${countsInWords(how)}`

const ruledOutBy: Readonly<Record<S.CheckKit, string>> = {
  "fund-check": "profile",
  "partner-check": "settings"
}

/** More reasons than these are in report.html alone. */
const MOST_REASONS = 6

/** What the settings rule out, and why: a verdict that didn't say so would claim more than the run shows. */
const ruledOut = ({ checks, kit }: S.CheckReport): ReadonlyArray<string> => {
  const out = checks.filter(({ level, verdict }) => level === "MUST" && verdict === "not_applicable")
  if (out.length === 0) return []
  const reasons = [...new Set(out.map(({ why = "" }) => why))]
  const more = reasons.length - MOST_REASONS
  return [
    [
      `The ${ruledOutBy[kit]} ${ruledOutBy[kit] === "settings" ? "rule" : "rules"} out ${counted(out.length, "required check")}, about which the run says nothing.`,
      ...reasons.slice(0, MOST_REASONS),
      ...(more > 0 ? [`${counted(more, "more reason")}: see report.html.`] : [])
    ].join(" ")
  ]
}

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
  const named = ids.length <= 3 ? joined(ids, "and") : `${ids[0]} to ${ids.at(-1)}`
  const more = others === 0 ? "" : ` ${others} more ${others === 1 ? "is" : "are"} recommended only.`
  return `${counted(ids.length, "required finding")}, ${named}.${more}`
}

/** The verdict in sentences: what it rests on, and what it leaves open. */
export const verdictSentences = (report: S.CheckReport): ReadonlyArray<string> => {
  const passed = mustWith(report, "pass", "warn")
  const [unseen, unfinished] = [mustWith(report, "not_observed"), mustWith(report, "error")]
  return [
    ...(judgesNothing(report)
      ? ["This run doesn't show whether the subject conforms."]
      : failedFindings(report).required.length > 0
        ? [`${whatFailed(report)} ${counted(passed, "required check")} passed.`]
        : [`No required check failed, ${passed} passed.`]),
    ...(unfinished > 0 ? [`The kit could not finish ${counted(unfinished, "required check")}.`] : []),
    ...(unseen > 0
      ? [`The run proves nothing about ${counted(unseen, "required check")} that could not be observed.`]
      : []),
    ...ruledOut(report),
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

/** What identifies a fund beside its name, which another fund or an earlier profile may have, too. */
const identityOf = ({ abn, profile_sha256, slug, usis = [] }: S.CheckSubject) => [
  ...(slug === undefined ? [] : [["Slug", String(slug)] as const]),
  ...(abn === undefined ? [] : [["ABN", String(abn)] as const]),
  ...(usis.length === 0 ? [] : [["USI", usis.join(", ")] as const]),
  ...(profile_sha256 === undefined ? [] : [["SHA-256 of the profile", String(profile_sha256)] as const])
]

/** The facts that identify a run, as names and values. */
export const factsOf = (report: S.CheckReport): ReadonlyArray<readonly [name: string, value: string]> => [
  ["Subject", report.subject.name],
  ...identityOf(report.subject),
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

/** What else a finding explains: the sentences of its checks that aren't its own, each with the checks that say it. */
export const includedIn = (
  { checks }: Pick<S.CheckReport, "checks">,
  { cause, checks: ids }: Pick<S.CheckFinding, "cause" | "checks">
): ReadonlyArray<string> => {
  const others = checks.filter((check) => ids.includes(check.id) && check.cause !== cause)
  return [...Map.groupBy(others, (check) => check.cause)].map(
    ([other, those]) => `${other} (${those.map(({ id }) => id).join(", ")})`
  )
}

/** The call that shows a finding. */
export const exchangeOf = (
  { exchanges }: S.CheckReport,
  { exchange }: S.CheckFinding
): S.CheckExchange | undefined => exchanges.find(({ id }) => id === exchange)
