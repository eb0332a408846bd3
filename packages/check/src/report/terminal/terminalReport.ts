/**
 * The output of a run: a line for each group as soon as it has ended, then each failure, the warnings in short, the checks that
 * weren't judged and why, and the verdict with the failures once more last, where the reader's eye is.
 *
 * The trap: a finding's texts come from the report, whose values are masked. Nothing else of an exchange is printed.
 */
import type { CheckReport, CheckResult, CheckFinding } from "@embedded-super/contracts/schemas"
import { countsOf } from "../../run/findingsOf.ts"
import type { Progress } from "../../run/RunRequest.ts"
import {
  counted,
  countsInWords,
  includedIn,
  modeWords,
  seconds,
  tookOf,
  verdictSentences,
  verdictWords,
  wrapped,
  findingWords
} from "../words.ts"
import { docsAddress } from "../../check/references.ts"
import { inLogWords, repeatCommand, repeatOf, repeatOfCheck } from "../again.ts"

const INDENT = 4
const FIELD = 10

/** A label, and its text broken into lines beside it. A command isn't broken: it is copied. */
const row = (label: string, text: string, width: number, paint: Paint, isCommand = false): string => {
  const lines = isCommand ? text.split("\n") : wrapped(text, Math.max(30, width - INDENT - FIELD))
  return lines
    .map(
      (line, index) => `${" ".repeat(INDENT)}${paint.dim((index === 0 ? label : "").padEnd(FIELD))}${line}`
    )
    .join("\n")
}

const checksOf = ([first, ...others]: CheckFinding["checks"]): string =>
  others.length > 5
    ? `${[first, ...others.slice(0, 4)].join(", ")} and ${counted(others.length - 4, "other")}`
    : [first, ...others].join(", ")

/** More sentences than these are in report.html. */
const MOST_INCLUDED = 3

/** What else the finding explains: it is looked at again once the finding is corrected. */
const includedRows = (
  report: Pick<CheckReport, "checks">,
  finding: CheckFinding,
  width: number,
  paint: Paint
): ReadonlyArray<string> => {
  const included = includedIn(report, finding)
  const more = included.length - MOST_INCLUDED
  const lines = [...included.slice(0, MOST_INCLUDED), ...(more > 0 ? [`and ${counted(more, "other")}`] : [])]
  return lines.map((line, index) => row(index === 0 ? "includes" : "", line, width, paint))
}

/** A warning in short: the description doesn't demand it, and many of them would hide the failures. */
const warningText = (
  finding: CheckFinding,
  report: Pick<CheckReport, "checks">,
  width: number,
  paint: Paint
): string => {
  const { cause, checks, hint, id } = finding
  const lines = wrapped(cause, Math.max(30, width - INDENT))
  return [
    ...lines.map((line, index) => `${(index === 0 ? id : "").padEnd(INDENT)}${line}`),
    row("fix", hint, width, paint),
    row("checks", checksOf(checks), width, paint),
    ...includedRows(report, finding, width, paint)
  ].join("\n")
}

/** One finding: its sentence, expected and actual, where it was seen, how to fix and how to repeat it. */
const findingText = (
  finding: CheckFinding,
  report: Pick<CheckReport, "checks" | "docs_url" | "exchanges" | "flags" | "kit" | "mode" | "seed">,
  width: number,
  paint: Paint
): string => {
  const { docs_url, exchanges, kit } = report
  const shows = exchanges.find(({ id }) => id === finding.exchange)
  const repeat = shows && repeatOf(report, shows)
  const colour = finding.verdict === "fail" ? paint.red : paint.yellow
  const verdict = `${findingWords(finding)}:`
  const [cause = "", ...more] = wrapped(finding.cause, Math.max(30, width - INDENT - verdict.length - 1))
  return [
    `${finding.id.padEnd(INDENT)}${colour(verdict)} ${paint.bold(cause)}`,
    ...more.map((line) => `${" ".repeat(INDENT)}${paint.bold(line)}`),
    row("expected", finding.expected, width, paint),
    row("actual", finding.actual, width, paint),
    ...(shows === undefined
      ? []
      : [
          row("where", `${shows.method} ${shows.url} (${shows.id})`, width, paint),
          row("your log", inLogWords(shows), width, paint)
        ]),
    row("fix", finding.hint, width, paint),
    row("checks", checksOf(finding.checks), width, paint),
    ...includedRows(report, finding, width, paint),
    ...(repeat === undefined ? [] : [row("repeat", repeat, width, paint, true)]),
    row("again", repeatCommand(report, finding), width, paint, true),
    row("explain", `npx ${kit} explain ${finding.checks[0]}`, width, paint, true),
    ...(docs_url === undefined
      ? []
      : [row("docs", docsAddress(docs_url, kit, finding.checks[0]!), width, paint, true)])
  ].join("\n")
}

/** How a terminal shows emphasis: by colours, or not at all. */
export interface Paint {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly red: (text: string) => string
  readonly green: (text: string) => string
  readonly yellow: (text: string) => string
}

const sgr =
  (code: number) =>
  (text: string): string =>
    `\u001b[${code}m${text}\u001b[0m`

const same = (text: string): string => text

export const colours: Paint = { bold: sgr(1), dim: sgr(2), red: sgr(31), green: sgr(32), yellow: sgr(33) }

export const noColours: Paint = { bold: same, dim: same, red: same, green: same, yellow: same }

const LABEL = 11

/** The head: the subject, and the mode and the seed of the run. */
export const headText = (
  {
    kit,
    kit_version,
    mode,
    seed,
    subject
  }: Pick<CheckReport, "kit" | "kit_version" | "mode" | "seed" | "subject">,
  paint: Paint
): string =>
  [
    paint.bold(`${subject.name}${subject.address === undefined ? "" : ` at ${subject.address}`}`),
    paint.dim(`${kit} ${kit_version}, ${modeWords[mode]} run, seed ${seed}`)
  ].join("\n")

/** The line of a group that has ended. */
export const groupText = (
  { group, results }: Extract<Progress, { readonly event: "group_ended" }>,
  paint: Paint
): string => {
  const counts = countsOf(results)
  const colour = counts.fail > 0 ? paint.red : counts.warn + counts.error > 0 ? paint.yellow : paint.green
  return `${colour(group.padEnd(LABEL))}${countsInWords(counts)}`
}

/** The line of a group that runs, for a terminal that can replace it. */
export const runningText = (group: string, ended: number, checks: number): string =>
  `${group.padEnd(LABEL)}${ended} of ${checks}`

/**
 * The checks that weren't judged, by the reason: ten checks that one missing line of the profile rules out are one line here. Below a
 * check that lacked a flag is the command with it.
 */
const unjudged = (
  report: CheckReport,
  verdict: CheckResult["verdict"],
  width: number
): ReadonlyArray<string> => {
  const { checks } = report
  const reasons = Map.groupBy(
    checks.filter((check) => check.verdict === verdict),
    ({ why = "" }) => why
  )
  const groups = Map.groupBy(checks, ({ group }) => group)
  return [...reasons].flatMap(([why, alike]) => {
    const names = [...Map.groupBy(alike, ({ group }) => group)].flatMap(([group, those]) =>
      those.length > 1 && those.length === groups.get(group)?.length
        ? [`all of ${group}`]
        : those.map(({ id }) => id)
    )
    const lines = wrapped(`${names.join(", ")}: ${why}`, Math.max(30, width - 4))
    return [
      ...lines.map((line, index) => `${index === 0 ? "  " : "    "}${line}`),
      ...alike.flatMap((check) => (check.flag === undefined ? [] : [`    ${repeatOfCheck(report, check)}`]))
    ]
  })
}

const sections = [
  ["error", "Not finished"],
  ["not_observed", "Not observed"]
] as const

const WARNINGS = "Warnings: not demanded, or likely to cause trouble; report.html has the calls"

/** More than these don't fit beside the verdict. */
const MOST_NAMED = 12

/** The failures in a line each, if other text is between them and the verdict. */
const recap = ({ findings }: CheckReport, width: number): ReadonlyArray<string> => {
  const failed = findings.filter(({ verdict }) => verdict === "fail")
  if (findings.length < 2) return []
  const named = failed
    .slice(0, MOST_NAMED)
    .flatMap(({ cause, id, level }) =>
      wrapped(cause, Math.max(30, width - 14)).map(
        (line, index) =>
          `  ${(index === 0 ? id : "").padEnd(4)}${(index === 0 ? level : "").padEnd(8)}${line}`
      )
    )
  const others = failed.length - MOST_NAMED
  return others > 0 ? [...named, `  and ${counted(others, "other")}`] : named
}

/** The text that is printed after the run. */
export const summaryText = (report: CheckReport, width: number, paint: Paint): string => {
  const { checks, counts, findings, verdict } = report
  const warnings = findings.filter((finding) => finding.verdict === "warn")
  const colour = verdict === "conforms" ? paint.green : verdict === "incomplete" ? paint.yellow : paint.red
  const listed = sections.flatMap(([of, title]) => {
    const lines = unjudged(report, of, width)
    return lines.length === 0 ? [] : [[paint.bold(title), ...lines].join("\n")]
  })
  const [rests = "", ...open] = verdictSentences(report)
  return [
    ...findings
      .filter((finding) => finding.verdict === "fail")
      .map((finding) => findingText(finding, report, width, paint)),
    ...(warnings.length === 0
      ? []
      : [
          [paint.bold(WARNINGS), ...warnings.map((one) => warningText(one, report, width, paint))].join("\n")
        ]),
    ...listed,
    [
      `${colour(paint.bold(`${verdictWords(report)}:`))} ${rests}`,
      ...recap(report, width),
      ...open.flatMap((sentence) => wrapped(sentence, width)),
      `${counted(checks.length, "check")} in ${seconds(tookOf(report))}: ${countsInWords(counts)}.`
    ].join("\n")
  ].join("\n\n")
}
