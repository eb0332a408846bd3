import { askAt } from "@embedded-super/simulator-kit/testing"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type MockedService, startMockedService } from "./mockedService.ts"
import { type Payroll, startPayroll } from "./Payroll.ts"

const markup = `<img src=x onerror="alert(1)">'&`
const pages = [
  "/",
  "/employers",
  "/people",
  "/people/new",
  "/board",
  "/inbox",
  "/issues",
  "/settings",
  "/_simulator/time-line"
]

describe("the payroll application's pages", () => {
  let service: MockedService
  let payroll: Payroll & { readonly stop: () => Promise<void> }
  let employer = ""

  beforeAll(async () => {
    // What the service might one day let through: it refuses markup in the names of people.
    service = await startMockedService("employee_detail")
    payroll = await startPayroll()
    await payroll.connect(service)
    employer = (await payroll.form("/employers", { name: markup, abn: "80000000001" })).location
    service.chooseDefaultFund(employer.slice("/employers/".length))
    await service.deliverTo(payroll.url)
    await payroll.shows(employer, "Add a person")
    await payroll.form(`/people/new?employer=${employer.slice("/employers/".length)}`, {
      ...{ given_name: markup, family_name: markup, email: "x@example.com" }
    })
  })
  afterAll(async () => {
    await payroll.stop()
    await service.stop()
  })

  it("escape what people typed, everywhere", async () => {
    const [{ remote_id }] = (await payroll.people()) as [{ readonly remote_id: string }]
    const person = `/people/${remote_id}`
    const shown = await Promise.all(
      [
        ...pages,
        employer,
        `${employer}?tab=details`,
        person,
        `${person}/form`,
        `/people/new?employer=${employer.slice(11)}`
      ].map(async (path) => [path, await payroll.page(path)] as const)
    )
    for (const [path, html] of shown) expect(html, path).not.toContain("<img")
    expect(
      shown.filter(([, html]) => html.includes("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;")).length
    ).toBeGreaterThan(5)
    const refused = await payroll.form("/settings/connect", { product_id: markup, service_url: markup })
    expect(refused.text).not.toContain("<img")
  })

  it("never show a key or a secret", async () => {
    const { key, webhookSecret } = service.product
    for (const path of [...pages, employer]) {
      const html = await payroll.page(path)
      expect(html, path).not.toContain(key)
      expect(html, path).not.toContain(webhookSecret)
    }
  })

  const answerTo = (asked: Parameters<typeof askAt>[1]) => Effect.runPromise(askAt(payroll.url, asked))
  const port = () => new URL(payroll.url).port

  it.each([
    ["another Host", { host: "rebound.example" }],
    ["a page of another origin", { origin: "https://evil.example" }],
    ["a frame or script of another site", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" }]
  ])("are refused to %s", async (_, headers) => {
    for (const path of [...pages, "/_app/events", "/_app/style.css"]) {
      expect((await answerTo({ path, headers })).status, path).toBe(403)
    }
    const form = { method: "POST", path: "/employers", body: "" }
    expect((await answerTo({ ...form, headers })).status).toBe(403)
  })

  it("open by a link from another site, which may send no form", async () => {
    const followed = {
      host: `localhost:${port()}`,
      "sec-fetch-site": "cross-site",
      "sec-fetch-mode": "navigate",
      "sec-fetch-dest": "document"
    }
    expect((await answerTo({ path: "/", headers: followed })).status).toBe(200)
    expect((await answerTo({ method: "POST", path: "/employers", body: "", headers: followed })).status).toBe(
      403
    )
    const framed = { ...followed, "sec-fetch-dest": "iframe" }
    expect((await answerTo({ path: "/", headers: framed })).status).toBe(403)
  })

  it("leave webhooks to their signatures", async () => {
    const answer = await answerTo({ path: "/webhooks", body: "{}", headers: { host: "payroll.example" } })
    expect(answer.status).toBe(400)
  })

  it("have a policy that allows the service's origin only where there is an embed", async () => {
    const policyOf = async (path: string) =>
      (await fetch(`${payroll.url}${path}`)).headers.get("content-security-policy")
    expect(await policyOf("/board")).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; frame-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
    const withEmbed = await policyOf(employer)
    expect(withEmbed).toContain(`script-src 'self' ${service.baseUrl};`)
    expect(withEmbed).toContain(`frame-src ${service.baseUrl};`)
  })

  it("load at most 15 kB of script", async () => {
    const scripts = await Promise.all(["/_app/live.js", "/_app/embed.js"].map(payroll.page))
    const bytes = Buffer.byteLength(scripts.join(""))
    console.log(`Scripts of the payroll application: ${bytes} bytes`)
    expect(bytes).toBeLessThan(15_000)
  })

  it("say that something isn't here", async () => {
    for (const path of ["/employers/none", "/people/none", "/people/none/form"]) {
      const answer = await fetch(`${payroll.url}${path}`)
      expect(answer.status).toBe(404)
      expect(await answer.text()).toContain("Not here")
    }
  })

  it("announce each change to open pages, without data", async () => {
    const stream = await fetch(`${payroll.url}/_app/events`)
    expect(stream.headers.get("content-type")).toContain("text/event-stream")
    const reader = stream.body!.getReader()
    const decoder = new TextDecoder()
    let text = ""
    // The first comes at once, the second by the change.
    while (text.split("data: changed\n\n").length < 3) {
      const next = reader.read().then(({ value }) => (text += decoder.decode(value)))
      await payroll.form("/inbox/behaviour", { fail: "0" })
      await next
    }
    await reader.cancel()
    expect(text.replaceAll(":\n\n", "")).toMatch(/^(?:data: changed\n\n)*$/)
  })
})
