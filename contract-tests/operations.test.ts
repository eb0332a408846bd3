/** What a running service shows its operators: probes, and metrics without anything of a person, a partner or an id. */
import { definitionOf, definitions, type MetricName } from "@embedded-super/service/operations"
import { receiptOf } from "@embedded-super/program/testing/receipt"
import { zephyrine } from "@embedded-super/program/testing/zephyrine"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { found, traceOf } from "./src/canary/search.ts"
import { configureEmployer, createSession, walkThroughSession } from "./src/onboarding/flows.ts"
import { productOf } from "./src/onboarding/product.ts"
import { type SeededPartner, seedPartner } from "./src/onboarding/seed.ts"
import { callerOf } from "./src/openapi/Caller.ts"
import { newPrograms } from "./src/programs/Programs.ts"
import type { SharedService } from "./src/programs/service.ts"
import { sharedPrograms } from "./src/programs/shared.ts"
import { type Receiver, startReceiver } from "./src/webhooks/receiver.ts"

interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** The samples of a text in Prometheus's format. */
const samplesOf = (text: string): ReadonlyArray<Sample> =>
  text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [, name = "", labels = "", value = ""] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = "", text = ""]) => [label, text])
      return { name, labels: Object.fromEntries(pairs) as Sample["labels"], value: Number(value) }
    })

const isMetric = (name: string): name is MetricName => name in definitions

const metricOf = (series: string) => {
  const plain = series.replace(/_(?:bucket|sum|count)$/, "")
  return isMetric(series) ? series : isMetric(plain) ? plain : undefined
}

/** What this onboarding doesn't bring about: lists, e-mails, and loops that fail. */
const NOT_HERE: ReadonlyArray<MetricName> = [
  "embedded_super_list_imports_total",
  "embedded_super_emails_total",
  "embedded_super_loop_failures_total",
  "embedded_super_list_age_seconds",
  "embedded_super_list_max_age_seconds",
  "embedded_super_lists_to_decide"
]

describe("the operations port of a service", () => {
  const programs = newPrograms()
  let service: SharedService
  let seeded: SeededPartner
  let memberNumber: string
  let text: string

  const ask = async (path: string) => {
    const answer = await fetch(service.operations + path)
    return { status: answer.status, text: await answer.text() }
  }

  beforeAll(async () => {
    const shared = await sharedPrograms()
    service = shared.service
    const receiver: Receiver = programs.add(await startReceiver())
    seeded = await seedPartner(service, shared.fund, {
      slug: "operations",
      products: 1,
      webhookUrl: receiver.url
    })
    const [{ id, key, webhook_secret }] = seeded.products as [SeededPartner["products"][number]]
    receiver.trust(id, webhook_secret)
    const product = productOf(callerOf("partner-api", service.url), callerOf("embed-api", service.url), key)
    const employer = await configureEmployer(product, "employer of operations")
    const registered = zephyrine()
    const session = await createSession(product, employer.id, "session of operations", registered)
    await walkThroughSession(product, session.id, registered)
    await receiver.waitFor(
      (payload) => payload.id === session.id && payload.event === "onboarding_session_completed"
    )
    const { body } = await product.partner("getOnboardingSession", { path: { id: session.id }, status: 200 })
    memberNumber = body.data.onboarding_session_super_selection.select_super_fund_product.member_number
    // The fund answers 500: this one waits, without a number.
    const waiting = zephyrine("+500")
    const other = await createSession(product, employer.id, "another session of operations", waiting)
    await walkThroughSession(product, other.id, waiting)
    // Members are read once in a minute, and other figures every few seconds.
    text = await receiptOf(async () => {
      const { text } = await ask("/metrics")
      return text.includes("embedded_super_members_without_number{") ? text : undefined
    })
  })

  afterAll(() => programs.stop())

  it("answers the probes", async () => {
    expect(await ask("/live")).toEqual({ status: 200, text: "live\n" })
    expect(await ask("/ready")).toEqual({ status: 200, text: "ready\n" })
  })

  it("isn't part of the public port", async () => {
    for (const path of ["/metrics", "/live", "/ready"])
      expect((await fetch(service.url + path)).status).toBe(404)
  })

  it("shows the metrics of the table with their labels, and no other", () => {
    const samples = samplesOf(text)
    expect(samples.filter(({ name }) => metricOf(name) === undefined)).toEqual([])
    for (const { labels, name } of samples) {
      const metric = metricOf(name)
      const expected = metric === undefined ? [] : definitionOf(metric).labels
      expect(
        Object.keys(labels)
          .filter((label) => label !== "le")
          .toSorted(),
        name
      ).toEqual(expected.toSorted())
    }
    const shown = new Set(samples.map(({ name }) => metricOf(name)))
    const missing = Object.keys(definitions)
      .filter(isMetric)
      .filter((name) => !shown.has(name))
    expect(missing.filter((name) => !NOT_HERE.includes(name))).toEqual([])
  })

  it("has counted what happened", () => {
    const sum = (name: string, labels: Sample["labels"]) =>
      samplesOf(text)
        .filter((sample) => sample.name === name)
        .filter((sample) => Object.entries(labels).every(([label, is]) => sample.labels[label] === is))
        .reduce((total, { value }) => total + value, 0)
    const registration = { operation: "member_registration", mode: "simulated" }
    expect(sum("embedded_super_fund_calls_total", { ...registration, outcome: "accepted" })).toBeGreaterThan(
      0
    )
    expect(sum("embedded_super_webhook_attempts_total", { outcome: "accepted" })).toBeGreaterThan(1)
    expect(
      sum("embedded_super_http_requests_total", { operation: "createOnboardingSession", status: "2xx" })
    ).toBeGreaterThan(0)
    expect(sum("embedded_super_database_up", {})).toBe(1)
  })

  it("shows nothing of a person, a partner, a product or an id", () => {
    expect(found([traceOf("the metrics", text)])).toEqual([])
    const secrets = [
      memberNumber,
      "canary.example",
      "Partner operations",
      "Payroll operations",
      ...seeded.products.flatMap(({ id, key }) => [id, key])
    ]
    for (const secret of secrets) expect(text).not.toContain(secret)
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
  })
})
