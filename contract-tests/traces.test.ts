/** One trace from the partner's call over the job and the call to the fund to the webhook, and nothing personal in it. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { projectRoot } from "@embedded-super/program/projectRoot"
import { TFN, zephyrine } from "@embedded-super/program/testing/zephyrine"
import { receiptOf } from "@embedded-super/program/testing/receipt"
import { startCollector } from "@embedded-super/service/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { found, traceOf } from "./src/canary/search.ts"
import { configureEmployer, createSession, type Product, walkThroughSession } from "./src/onboarding/flows.ts"
import { productOf } from "./src/onboarding/product.ts"
import { type SeededPartner, seedPartner } from "./src/onboarding/seed.ts"
import { type Caller, callerOf } from "./src/openapi/Caller.ts"
import { newPrograms } from "./src/programs/Programs.ts"
import { type RunningService, startService } from "./src/programs/service.ts"
import { startFundSimulator } from "./src/programs/simulators.ts"
import { type Receiver, startReceiver } from "./src/webhooks/receiver.ts"

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
const PARTNERS_SPAN = "00f067aa0ba902b7"

/** A line of the service's log; none if it isn't JSON. */
const lineOf = (text: string): ReadonlyArray<Record<string, unknown>> =>
  text.startsWith("{") ? [JSON.parse(text) as Record<string, unknown>] : []
/** The partner's span in the guide. */
const PARTNERS = "POST onboarding-session"

/** Each span that the operators' guide shows, below its parent. */
const shownInGuide = (): ReadonlyArray<string> => {
  const guide = readFileSync(join(projectRoot, "packages/docs/guides/operators/traces.md"), "utf8")
  const above: Array<string> = []
  return (/```text\n([^`]*)```/.exec(guide)?.[1] ?? "")
    .trimEnd()
    .split("\n")
    .flatMap((line) => {
      const name = line.trim()
      const depth = (line.length - name.length) / 2
      above[depth] = name
      return depth === 0 ? [] : [`${above[depth - 1]} > ${name}`]
    })
}

describe("a trace that a partner began", () => {
  const programs = newPrograms()
  let collector: Awaited<ReturnType<typeof startCollector>>
  let service: RunningService
  let receiver: Receiver
  let traced: Product
  let plain: Product

  beforeAll(async () => {
    collector = programs.add(await startCollector())
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: "super" }
    service = programs.add(await startService({ env }))
    receiver = programs.add(await startReceiver())
    const fund = programs.add(await startFundSimulator())
    const seeded = await seedPartner(service, fund, { slug: "traced", products: 1, webhookUrl: receiver.url })
    const [{ id, key, webhook_secret }] = seeded.products as [SeededPartner["products"][number]]
    receiver.trust(id, webhook_secret)
    const partnerApi = callerOf("partner-api", service.url)
    const embedApi = callerOf("embed-api", service.url)
    const traceparent = `00-${TRACE}-${PARTNERS_SPAN}-01`
    const withTrace: Caller = { ...partnerApi, as: (who) => partnerApi.as({ ...who, traceparent }) }
    plain = productOf(partnerApi, embedApi, key)
    traced = productOf(withTrace, embedApi, key)
  })

  afterAll(() => programs.stop())

  it("is in each webhook of the session, with the request, the job and the call to the fund as its spans", async () => {
    const { id: employerId } = await configureEmployer(plain, "employer")
    const person = zephyrine()
    const session = await createSession(traced, employerId, "session", person)
    await walkThroughSession(plain, session.id, person)
    const [completed] = await receiver.waitFor(
      ({ event, id }) => event === "onboarding_session_completed" && id === session.id
    )
    expect(completed?.headers["traceparent"]).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`))

    const spans = await receiptOf(async () => {
      const ofTrace = collector.spans().filter(({ traceId }) => traceId === TRACE)
      const sent = completed?.headers["traceparent"]?.split("-")[2]
      return ofTrace.some(({ spanId }) => spanId === sent) ? ofTrace : undefined
    })
    const named = (name: string) => spans.find((span) => span.name === name)
    const request = named("createOnboardingSession")
    const job = named("job fund-calls")
    const call = named("fund member_registration")
    expect(request).toMatchObject({
      parentSpanId: PARTNERS_SPAN,
      attributes: { "http.response.status_code": 201 }
    })
    expect(request?.attributes).toHaveProperty("product_id")
    expect(request?.attributes).toHaveProperty("key_id")
    expect(job?.parentSpanId).toBe(request?.spanId)
    expect(call?.parentSpanId).toBe(job?.spanId)
    expect(call?.attributes).toMatchObject({ outcome: "accepted", "http.response.status_code": 201 })
    expect(named("webhook onboarding_session_completed")?.attributes).toMatchObject({ outcome: "delivered" })

    // With traces, too, each line of a request says whose it was.
    const lines = service.log().split("\n").flatMap(lineOf)
    const lineFor = (operation: string) =>
      lines.find((line) => line["operation"] === operation && line["trace_id"] !== undefined)
    expect(lineFor("createOnboardingSession")).toMatchObject({
      trace_id: TRACE,
      request_id: expect.any(String),
      partner_id: expect.any(String),
      product_id: expect.any(String),
      key_id: expect.any(String)
    })
    expect(lineFor("saveIdentity")).toMatchObject({ product_id: expect.any(String), embed: "onboarding" })
    const names = new Map(spans.map(({ name, spanId }) => [spanId, name]))
    const shown = spans.map(
      ({ name, parentSpanId = "" }) => `${names.get(parentSpanId) ?? PARTNERS} > ${name}`
    )
    expect([...new Set(shown)].toSorted()).toEqual(shownInGuide().toSorted())

    // Nobody is refused for a header that a proxy may have written.
    for (const traceparent of ["nonsense", `01-${TRACE}-${PARTNERS_SPAN}-01-more`, "0".repeat(2000)])
      await plain.partner("createOnboardingSessionIntent", {
        headers: { traceparent },
        body: { employer: { id: employerId }, remote_id: `intent of ${traceparent.slice(0, 8)}` },
        status: 201
      })

    // The embed's requests have traces of their own.
    expect(collector.spans().some(({ name, traceId }) => name === "saveIdentity" && traceId !== TRACE)).toBe(
      true
    )
    expect(found([traceOf("the collector", collector.text())])).toEqual([])
    expect(collector.text()).not.toContain(TFN)
  })
})
