import type { CheckFinding, CheckReport } from "@embedded-super/contracts/schemas"
import { docsAddress } from "../../check/references.ts"
import { inLogWords, repeatCommand, repeatOf } from "../again.ts"
import { counted, findingWords, wrapped } from "../words.ts"
import type { Paint } from "./terminalReport.ts"

const INDENT = 4
const LABEL = 10

/** A label, and its text broken into lines beside it. A command isn't broken: it is copied. */
const row = (label: string, text: string, width: number, paint: Paint, isCommand = false): string => {
  const lines = isCommand ? text.split("\n") : wrapped(text, Math.max(30, width - INDENT - LABEL))
  return lines
    .map(
      (line, index) => `${" ".repeat(INDENT)}${paint.dim((index === 0 ? label : "").padEnd(LABEL))}${line}`
    )
    .join("\n")
}

const checksOf = ([first, ...others]: CheckFinding["checks"]): string =>
  others.length > 5
    ? `${[first, ...others.slice(0, 4)].join(", ")} and ${counted(others.length - 4, "other")}`
    : [first, ...others].join(", ")

/** A warning in short: the description doesn't demand it, and many of them would hide the failures. */
export const warningText = (
  { cause, checks, hint, id }: CheckFinding,
  width: number,
  paint: Paint
): string => {
  const lines = wrapped(cause, Math.max(30, width - INDENT))
  return [
    ...lines.map((line, index) => `${(index === 0 ? id : "").padEnd(INDENT)}${line}`),
    row("fix", hint, width, paint),
    row("checks", checksOf(checks), width, paint)
  ].join("\n")
}

/** One finding: its sentence, expected and actual, where it was seen, how to fix and how to repeat it. */
export const findingText = (
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
    ...(repeat === undefined ? [] : [row("repeat", repeat, width, paint, true)]),
    row("again", repeatCommand(report, finding), width, paint, true),
    row("explain", `npx ${kit} explain ${finding.checks[0]}`, width, paint, true),
    ...(docs_url === undefined
      ? []
      : [row("docs", docsAddress(docs_url, kit, finding.checks[0]!), width, paint, true)])
  ].join("\n")
}
