/**
 * The report as Markdown for the summary of a GitHub job, which is at most 1 MiB: verdict, what to fix, what isn't proven,
 * and all checks in a part that is closed at first.
 */
import type * as S from "@embedded-super/contracts/schemas"
import { docsAddress } from "../check/references.ts"
import { inLogWords, repeatCommand, repeatOf, repeatOfCheck } from "./again.ts"
import {
  checkVerdictWords,
  counted,
  exchangeOf,
  factsOf,
  findingWords,
  includedIn,
  verdictSentences,
  verdictWords
} from "./words.ts"

/**
 * A text inside a line of Markdown, as text: GitHub's own additions too, such as mentions, issue numbers, formulas and
 * addresses that become links. Signs are written as entities, which Markdown never reads as markup.
 */
export const markdown = (text: string): string =>
  text
    .replaceAll(/\s+/g, " ")
    .trim()
    .replaceAll(
      /[\\`*[\]<>&|~#@!$^]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|:(?=\/\/)|(?<=www)\./giu,
      (sign) => `&#${sign.codePointAt(0)};`
    )

/** A block of code: its fence is longer than any in the text. */
const fenced = (text: string, language = ""): string => {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = "`".repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

/** Of more findings and longer commands, the rest is in report.html. */
const MOST_FINDINGS = 50
const LONGEST_COMMAND = 4000

const marks: Readonly<Record<S.CheckRunVerdict, string>> = {
  conforms: "✅",
  does_not_conform: "❌",
  incomplete: "⚠️"
}

const row = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

const table = (columns: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [row(columns), row(columns.map(() => "---")), ...rows.map((cells) => row(cells.map(markdown)))].join("\n")

const command = (report: S.CheckReport, exchange: S.CheckExchange): ReadonlyArray<string> => {
  const text = repeatOf(report, exchange)
  return text === undefined || text.length > LONGEST_COMMAND ? [] : [fenced(text, "sh")]
}

const finding = (report: S.CheckReport, shown: S.CheckFinding): string => {
  const exchange = exchangeOf(report, shown)
  const text = shown.requirement_text
  return [
    `### ${shown.id} ${findingWords(shown)}: ${markdown(shown.cause)}`,
    [
      `- **Expected:** ${markdown(shown.expected)}`,
      `- **Actual:** ${markdown(shown.actual)}`,
      ...(exchange === undefined ? [] : [`- **In your log:** ${markdown(inLogWords(exchange))}`]),
      `- **To fix it:** ${markdown(shown.hint)}`,
      `- **Requirement:** ${shown.requirement}${text === undefined ? "" : `: ${markdown(text)}`}`,
      `- **Checks:** ${shown.checks.join(", ")}`,
      ...includedIn(report, shown).map((other) => `- **It includes:** ${markdown(other)}`),
      `- **Run it again:** ${markdown(repeatCommand(report, shown))}`,
      ...(report.docs_url === undefined
        ? []
        : [`- **In the docs:** ${docsAddress(report.docs_url, report.kit, shown.checks[0]!)}`])
    ].join("\n"),
    ...(exchange === undefined ? [] : command(report, exchange))
  ].join("\n\n")
}

const findings = (report: S.CheckReport): ReadonlyArray<string> => {
  const rest = report.findings.length - MOST_FINDINGS
  return [
    report.findings.length === 0 ? "Nothing to fix." : `## ${counted(report.findings.length, "finding")}`,
    ...report.findings.slice(0, MOST_FINDINGS).map((shown) => finding(report, shown)),
    ...(rest > 0 ? [`${counted(rest, "more finding")}: see report.html.`] : [])
  ]
}

const unproven = (report: S.CheckReport): ReadonlyArray<string> => {
  const unseen = report.checks.filter(({ verdict }) => verdict === "not_observed" || verdict === "error")
  if (unseen.length === 0) return []
  const rows = unseen.map((check) => [
    check.id,
    check.title,
    [
      `${checkVerdictWords[check.verdict]}: ${check.why ?? ""}`,
      ...(check.flag === undefined ? [] : [repeatOfCheck(report, check)])
    ].join(" ")
  ])
  return ["## Not proven by this run", table(["Check", "What it would show", "Why not"], rows)]
}

/** The text of summary.md. */
export const summary = (report: S.CheckReport): string => {
  const { checks, kit, subject, verdict } = report
  const rows = checks.map(({ id, level, requirement, title, verdict: how }) => [
    id,
    level,
    title,
    requirement,
    checkVerdictWords[how]
  ])
  return [
    `# ${marks[verdict]} ${kit}: ${markdown(subject.name)}: ${verdictWords(report).toLowerCase()}`,
    verdictSentences(report).map(markdown).join(" "),
    table(["Run", ""], factsOf(report)),
    ...findings(report),
    ...unproven(report),
    `<details><summary>All ${counted(checks.length, "check")}</summary>`,
    table(["Check", "Level", "What a correct subject does", "Requirement", "Result"], rows),
    "</details>",
    ""
  ].join("\n\n")
}
