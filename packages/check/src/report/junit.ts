/**
 * The report as JUnit XML, for the test views of CI servers: a test suite for each group, a test case for each check.
 *
 * The trap: JUnit has no levels. Only what fails the run is a failure or an error, so that a CI server and the kit's exit
 * code agree. A failed SHOULD passes, and its sentence is in `system-out`.
 */
import type * as S from "@embedded-super/contracts/schemas"
import { inLogWords } from "./again.ts"
import { byGroup, checkVerdictWords, counts, factsOf, tookOf } from "./words.ts"
import { xml } from "./badge.ts"

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${xml(String(value))}"`)
    .join("")

/** The call that shows a failure. */
const shows = ({ exchanges }: S.CheckReport, { cause, exchanges: own }: S.CheckResult) =>
  cause === undefined ? undefined : exchanges.find(({ id }) => id === own[0])

const textOf = (report: S.CheckReport, check: S.CheckResult): string => {
  const { actual, expected, hint, requirement, requirement_text, why } = check
  const exchange = shows(report, check)
  return [
    check.title,
    ...(why === undefined ? [] : [why]),
    ...(expected === undefined ? [] : [`Expected: ${expected}`]),
    ...(actual === undefined ? [] : [`Actual: ${actual}`]),
    ...(exchange === undefined ? [] : [`In your log: ${inLogWords(exchange)}`]),
    `To fix it: ${hint}`,
    `Requirement ${requirement}${requirement_text === undefined ? "" : `: ${requirement_text}`}`
  ].join("\n")
}

const isSkipped = (check: S.CheckResult): boolean =>
  check.verdict === "not_applicable" ||
  check.verdict === "not_observed" ||
  (check.verdict === "error" && !counts(check))

const outcome = (report: S.CheckReport, check: S.CheckResult): string => {
  const { cause, level, verdict, why } = check
  if (verdict === "pass") return ""
  const message = cause ?? why ?? checkVerdictWords[verdict]
  if (isSkipped(check)) {
    return `<skipped${attributes({ message: `${checkVerdictWords[verdict]}: ${message}` })}/>`
  }
  if (!counts(check))
    return `<system-out>${xml(`${level} ${verdict}: ${message}\n${textOf(report, check)}`)}</system-out>`
  const element = verdict === "error" ? "error" : "failure"
  return `<${element}${attributes({ message, type: level })}>${xml(textOf(report, check))}</${element}>`
}

const totals = (checks: ReadonlyArray<S.CheckResult>) => ({
  tests: checks.length,
  failures: checks.filter((check) => counts(check) && check.verdict === "fail").length,
  errors: checks.filter((check) => counts(check) && check.verdict === "error").length,
  skipped: checks.filter(isSkipped).length
})

const testcase = (report: S.CheckReport, check: S.CheckResult): string => {
  const values = {
    classname: `${report.kit}.${check.group}`,
    name: `${check.id} ${check.title}`,
    time: check.took_ms / 1000
  }
  return `    <testcase${attributes(values)}>${outcome(report, check)}</testcase>`
}

const testsuite = (report: S.CheckReport, group: string, checks: ReadonlyArray<S.CheckResult>): string => {
  const time = checks.reduce((sum, { took_ms }) => sum + took_ms, 0) / 1000
  const timestamp = report.started_at.replace(/(?:\.\d+)?Z$/, "")
  const values = { name: group, ...totals(checks), time, timestamp, hostname: "localhost" }
  return [
    `  <testsuite${attributes(values)}>`,
    "    <properties>",
    ...factsOf(report).map(([name, value]) => `      <property${attributes({ name, value })}/>`),
    "    </properties>",
    ...checks.map((check) => testcase(report, check)),
    "  </testsuite>"
  ].join("\n")
}

/** The text of junit.xml. */
export const junit = (report: S.CheckReport): string =>
  [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<testsuites${attributes({ name: report.kit, ...totals(report.checks), time: tookOf(report) / 1000 })}>`,
    ...[...byGroup(report)].map(([group, checks]) => testsuite(report, group, checks)),
    "</testsuites>",
    ""
  ].join("\n")
