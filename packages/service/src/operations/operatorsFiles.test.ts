import * as S from "@embedded-super/contracts/schemas"
import { assert, describe, it } from "@effect/vitest"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { readFileSync } from "node:fs"
import { parse } from "yaml"
import { OPERATOR } from "../webhooks/events/operatorBody.ts"
import { definitionOf, definitions, type MetricName } from "../platform/metrics/definitions.ts"
import { LIMITS, ONLY_PROMETHEUS, troubles } from "./troubles.ts"

const root = new URL("../../../../", import.meta.url)
const read = (file: string) => readFileSync(new URL(file, root), "utf8")

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: Readonly<Record<"summary" | "description" | "runbook_url", string>>
}

const groups: ReadonlyArray<{ readonly rules: ReadonlyArray<Rule> }> = parse(
  read("operations/alerts.yml")
).groups
const rules = groups.flatMap((group) => group.rules)
const guide = read("packages/docs/guides/operators/watch-it.md")

/** Every expression of the dashboard, wherever it is. */
const expressionsIn = (node: unknown): ReadonlyArray<string> => {
  if (!Predicate.isObjectKeyword(node)) return []
  return Object.entries(node).flatMap(([key, value]: readonly [string, unknown]) =>
    key === "expr" && typeof value === "string" ? [value] : expressionsIn(value)
  )
}
const panels = expressionsIn(JSON.parse(read("operations/dashboard.json")))

/** Labels that Prometheus adds, and that of a bucket. */
const ADDED = ["job", "instance", "le"]

const isMetric = (name: string): name is MetricName => name in definitions

/** The metric that a series belongs to: a histogram has three series. */
const metricOf = (series: string) => {
  if (isMetric(series)) return definitionOf(series).type === "histogram" ? undefined : series
  const plain = series.replace(/_(?:bucket|sum|count)$/, "")
  return isMetric(plain) && definitionOf(plain).type === "histogram" ? plain : undefined
}

/** The names and labels of an expression that no process shows. */
const unknownIn = (expression: string): ReadonlyArray<string> => {
  const named = [...expression.matchAll(/\b((?:embedded_super|process)_\w+)(?:\{([^}]*)\})?/g)]
  const found = named.flatMap(([, series = "", selector = ""]) => {
    const metric = metricOf(series)
    if (metric === undefined) return [series]
    const known = [...definitionOf(metric).labels, ...ADDED]
    return [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].flatMap(([, label = ""]) =>
      known.includes(label) ? [] : [`${label} of ${series}`]
    )
  })
  const labels = named.flatMap(([, series = ""]) => {
    const metric = metricOf(series)
    return metric === undefined ? [] : definitionOf(metric).labels
  })
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(/,\s*/))
  return [...found, ...grouped.filter((label) => ![...labels, ...ADDED].includes(label))]
}

describe("the files for operators", () => {
  it("have ten rules, each with what happened, what to do and where that is written", () => {
    assert.lengthOf(rules, 10)
    for (const { alert, annotations, labels } of rules) {
      assert.include(["critical", "warning"], labels.severity, alert)
      assert.isNotEmpty(annotations.summary, alert)
      assert.isNotEmpty(annotations.description, alert)
      assert.match(annotations.runbook_url, new RegExp(`/operators/watch-it/#${alert.toLowerCase()}$`))
      assert.include(guide, `\n### ${alert}\n`)
    }
  })

  it.each(rules.map(({ alert, expr }) => [alert, expr] as const))("%s uses only what is shown", (_, expr) => {
    assert.deepStrictEqual(unknownIn(expr), [])
  })

  it("have the names, severities and limits of the table of troubles, or a reason why only they can see it", () => {
    const known = Object.values(troubles)
    assert.sameMembers(
      rules.map(({ alert }) => alert),
      [...known.map(({ alert }) => alert), ...Object.keys(ONLY_PROMETHEUS)]
    )
    for (const { alert, severity } of known)
      assert.strictEqual(rules.find((rule) => rule.alert === alert)?.labels.severity, severity, alert)
    const expressions = rules.map(({ expr }) => expr.replaceAll(/\s+/g, " ")).join("\n")
    for (const limit of [
      `{kind=~"timers|choice_forms|audit_seals"}) > ${LIMITS.timerDue}`,
      `{kind=~"member_registration|employer_details|list_imports"}) > ${LIMITS.workDue}`,
      `{kind="webhooks"}) > ${LIMITS.workDue}`,
      `embedded_super_webhook_longest_outage_seconds{mode="live"}) > ${LIMITS.addressOutage}`,
      `embedded_super_list_max_age_seconds{mode="live"}) > ${LIMITS.listAge}`,
      `embedded_super_payday_super_days_left{mode="live"}) < ${LIMITS.paydaySuperDays}`
    ])
      assert.include(expressions, limit)
  })

  it("the guide shows an event of the spec, and has each trouble with its section", () => {
    const page = read("packages/docs/guides/operators/operator-events.md")
    const [, example = ""] = /```json\n(.*?)```/s.exec(page) ?? []
    const [ofSpec] = parse(read("specs/operator-events/operator-event.yaml")).OperatorEvent.examples
    assert.deepStrictEqual(JSON.parse(example), ofSpec)
    Schema.decodeUnknownSync(S.OperatorEvent)(ofSpec)
    assert.include(page, OPERATOR)
    for (const [name, { alert }] of Object.entries(troubles))
      assert.match(page, new RegExp(`^\\| \`${name}\` +\\|.*\\[${alert}\\]`, "m"))
  })

  it("the dashboard uses only what is shown, and shows every metric", () => {
    assert.isAbove(panels.length, 30)
    assert.deepStrictEqual(panels.flatMap(unknownIn), [])
    const shown = panels.join()
    assert.deepStrictEqual(
      Object.keys(definitions).filter((name) => !shown.includes(name)),
      []
    )
  })

  it("a name or a label that isn't shown is found", () => {
    assert.deepStrictEqual(unknownIn("embedded_super_nothing > 0"), ["embedded_super_nothing"])
    assert.deepStrictEqual(unknownIn('embedded_super_ready{fund="a"}'), ["fund of embedded_super_ready"])
    assert.deepStrictEqual(unknownIn("max by (product) (embedded_super_ready)"), ["product"])
    assert.deepStrictEqual(unknownIn("embedded_super_ready_bucket"), ["embedded_super_ready_bucket"])
  })

  it("the guide lists every metric with its labels", () => {
    const rows = guide.split("\n").map((row) => row.replaceAll(/\s+/g, " "))
    for (const name of Object.keys(definitions).filter(isMetric)) {
      const { description, labels } = definitionOf(name)
      assert.include(rows, `| \`${name}\` | ${labels.join(", ") || "none"} | ${description} |`)
    }
  })
})
