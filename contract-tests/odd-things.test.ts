/**
 * Every list and every page can be read, whatever a receiver, a fund or a client sent: values are brought into the contract's
 * range where they enter. Each test sends input that no well-behaved program sends; then everything is read.
 */
import fc from "fast-check"
import { METHODS } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { configureEmployer, createSession } from "./src/onboarding/flows.ts"
import { productOf } from "./src/onboarding/product.ts"
import { seedPartner } from "./src/onboarding/seed.ts"
import { head, rawAnswer, type RawServer, speak, startRawServer } from "./src/odd-things/raw.ts"
import { callerOf } from "./src/openapi/Caller.ts"
import { implemented, readDocument } from "./src/openapi/operations.ts"
import { newPrograms } from "./src/programs/Programs.ts"
import { receiptOf } from "@embedded-super/program/testing/receipt"
import { type RunningService, startService } from "./src/programs/service.ts"
import {
  type RunningSimulator,
  startFundSimulator,
  startPartnerSimulator
} from "./src/programs/simulators.ts"

/** The borders of what HTTP, Node and undici know, and some in between. */
const STATUSES = [
  ...[100, 101, 199, 200, 399, 599, 600, 999],
  ...fc.sample(fc.integer({ min: 100, max: 999 }), 2)
]

const HOSTS = [
  "a b",
  "[",
  "[::1",
  "%",
  "<x>",
  "x:99999",
  "a/b",
  "u@x",
  "x?y",
  "x#y",
  "1.2.3.999",
  "",
  "\u00e9"
]

/** The odd ends of a page's address. */
const TAILS = [
  "",
  "*",
  "%",
  "%00",
  "%zz",
  "..%2f..%2fetc/passwd",
  "//evil.example/",
  "\\evil.example",
  "?%",
  "?a=%00&a=\u00e9",
  "#x",
  ";x",
  "x".repeat(3000),
  "\u00a0\u00ad\u0085",
  "%F0%9F%98%80"
]

const ODD_HEADERS = [
  "Accept: text/html;q=9, */*;q=-1",
  "Accept-Encoding: br;q=x, \u00e9",
  `Accept-Language: ${"a,".repeat(500)}`,
  "Content-Length: 0\r\nContent-Type: \u00e9/\u00e9",
  "Idempotency-Key: \u00e9",
  'If-Match: W/"x", *',
  "If-Modified-Since: yesterday",
  'If-None-Match: "\u00e9", W/',
  "Origin: null\r\nSec-Fetch-Site: odd",
  "Range: bytes=-1-,9-3",
  "Traceparent: 00-x-y-z",
  "X-Embed-Poll: AAA",
  "X-Forwarded-Host: [",
  "X-Request-Id: \u00e9"
]

/** Answers that are odd in more than their status. */
const ANSWERS: ReadonlyArray<readonly [what: string, bytes: string | Buffer]> = [
  ["no bytes", ""],
  ["no HTTP", "SSH-2.0-odd\r\n"],
  ["a long line", `HTTP/1.1 200 ${"x".repeat(70_000)}\r\n\r\n`],
  ["an odd Retry-After", rawAnswer(503, ["retry-after: 99999999999999999999", "retry-after: \u0001"])],
  ["a year beyond years", rawAnswer(429, ["retry-after: Fri, 31 Dec 999999 23:59:59 GMT"])],
  ["bytes that are no text", Buffer.concat([Buffer.from(rawAnswer(200)), Buffer.alloc(300, 0xff)])],
  ["text that nobody can see", rawAnswer(500, [], "\u0000\u001b[2J\u202e\ud83d\ufeff")],
  ["two lengths", rawAnswer(200, ["content-length: 1", "content-length: 2"], "xx")]
]

describe("whatever was sent,", () => {
  const programs = newPrograms()
  let service: RunningService
  let fund: RunningSimulator
  let partner: RunningSimulator
  let receiver: RawServer
  let oddFund: RawServer
  let product: ReturnType<typeof productOf>
  let productId: string
  let keys: { readonly partner: string; readonly product: string }
  let employerId: string
  let hired = 0

  beforeAll(async () => {
    ;[service, fund, partner, receiver, oddFund] = await Promise.all([
      startService().then(programs.add),
      startFundSimulator().then(programs.add),
      startPartnerSimulator().then(programs.add),
      startRawServer().then(programs.add),
      startRawServer().then(programs.add)
    ])
    const seeded = await seedPartner(service, fund, {
      slug: "odd",
      products: 1,
      webhookUrl: `${receiver.url}/hooks`,
      fundUrl: oddFund.url
    })
    const [{ id, key } = expect.fail("no product")] = seeded.products
    productId = id
    keys = { partner: seeded.partner.key, product: key }
    product = productOf(callerOf("partner-api", service.url), callerOf("embed-api", service.url), key)
    employerId = (await configureEmployer(product, "odd")).id
  })

  afterAll(() => programs.stop())

  const ask = async (url: string, path: string, key?: string) => {
    const answer = await fetch(`${url}${path}`, { headers: key === undefined ? {} : { "x-api-key": key } })
    const text = await answer.text()
    return { status: answer.status, body: text.startsWith("{") ? JSON.parse(text) : undefined, text }
  }

  /** Reads a list to its end. */
  const readAll = async (path: string, key: string) => {
    const rows: Array<{ readonly id: string }> = []
    for (let after: string | null = ""; after !== null;) {
      const query = `?limit=100${after === "" ? "" : `&after=${encodeURIComponent(after)}`}`
      const { body, status, text } = await ask(service.url, path + query, key)
      expect([path, status, status === 200 ? "" : text]).toEqual([path, 200, ""])
      rows.push(...body.data)
      after = body.pagination.next_cursor
    }
    return rows
  }

  /** Reads a time line to its end. */
  const followAll = async (url: string, path: string) => {
    for (let after = 0, isOver = false; !isOver;) {
      const { body, status, text } = await ask(url, `${path}?limit=100&after=${after}`)
      expect([url, path, status, status === 200 ? "" : text]).toEqual([url, path, 200, ""])
      isOver = body.data.length === 0 || body.last_seq <= after
      after = body.last_seq
    }
  }

  /** A test webhook, once its attempt is recorded; its address is resumed first. */
  const deliver = async (bytes: string | Buffer) => {
    receiver.answerWith(bytes)
    const asPartner = { method: "POST", headers: { "x-api-key": keys.partner } }
    await fetch(`${service.url}/api/v1/products/${productId}/webhook/resume`, asPartner)
    const made = await fetch(`${service.url}/api/v1/products/${productId}/webhook/test`, asPartner)
    const { data } = (await made.json()) as { readonly data: { readonly webhook_id: string } }
    const id = data.webhook_id.slice("msg_".length)
    return receiptOf(async () => {
      const { body, status, text } = await ask(service.url, `/api/v1/webhook-deliveries/${id}`, keys.product)
      expect([status, status === 200 ? "" : text]).toEqual([200, ""])
      return body.data.attempts.length > 0 ? body.data : undefined
    })
  }

  it.each(STATUSES)(
    "a receiver's status %i is recorded as one of the contract, or as no answer",
    async (status) => {
      const { attempts } = await deliver(rawAnswer(status))
      const [attempt] = attempts
      expect(attempt.status_code === null || (attempt.status_code >= 100 && attempt.status_code <= 599)).toBe(
        true
      )
      if (status >= 200 && status <= 599) expect(attempt.status_code).toBe(status)
    }
  )

  it.each(ANSWERS)("a receiver that answers %s leaves a delivery that can be read", async (_, bytes) => {
    await deliver(bytes)
  })

  it.each([100, 199, 204, 302, 599, 600, 999])(
    "a fund's status %i leaves calls and sessions that can be read",
    async (status) => {
      oddFund.answerWith(rawAnswer(status, ["content-type: application/json"], status === 204 ? "" : "[1]"))
      await service.run("admin", "fund", "lift", "--fund", "banksia")
      const before = oddFund.arrived()
      hired += 1
      const session = await createSession(product, employerId, `odd-${hired}`)
      await product.partner("advanceOnboardingSession", {
        path: { id: session.id },
        body: { to: "completed" },
        status: 200
      })
      await receiptOf(async () => (oddFund.arrived() > before ? true : undefined))
      const listed = await service.run("admin", "fund-calls", "list")
      expect(listed.code).toBe(0)
    }
  )

  /** [program, a path, whether a browser may be told that it isn't built] */
  const surfaces = (): ReadonlyArray<readonly [string, string]> => [
    [service.url, "/api/v1/employers"],
    [service.url, "/api/v1/webhook-deliveries/x"],
    [service.url, "/embed-api/v1/employer"],
    [service.url, "/embed/v1/onboarding-session/"],
    [service.url, "/docs/"],
    [service.url, "/docs"],
    [service.url, "/"],
    [service.url, "/openapi.json"],
    [service.url, "/health/live"],
    [fund.url, "/"],
    [fund.url, "/v1/employer_lookup"],
    [fund.url, "/_simulator/log"],
    [partner.url, "/"],
    [partner.url, "/webhooks/x"],
    [partner.url, "/_simulator/log"]
  ]

  const requests = (path: string, host: string): ReadonlyArray<string> => [
    ...HOSTS.map((odd) => head(`GET ${path} HTTP/1.1`, odd)),
    ...TAILS.map((tail) => head(`GET ${path}${tail} HTTP/1.1`, host)),
    ...METHODS.filter((method) => method !== "CONNECT").map((method) =>
      head(`${method} ${path} HTTP/1.1`, host)
    ),
    ...ODD_HEADERS.map((line) => head(`GET ${path} HTTP/1.1`, host, [line])),
    head("OPTIONS * HTTP/1.1", host),
    head(`GET http://${host}${path} HTTP/1.1`, host),
    head(`GET http://[${path} HTTP/1.1`, host),
    head(`GET ${path} HTTP/1.0`, undefined),
    head(`GET ${path} HTTP/1.1`, undefined),
    head(`POST ${path} HTTP/1.1`, host, ["Content-Length: 5", "Content-Type: application/json"]) +
      '"\u00ff"xx'
  ]

  it("no request is answered 5xx, and one for no host is 400", async () => {
    const faults: Array<string> = []
    for (const [url, path] of surfaces()) {
      const { host } = new URL(url)
      const judge = async (bytes: string) => {
        const { status } = await speak(url, bytes)
        // The embeds may not be built here.
        const mayBeUnbuilt = status === 503 && path.startsWith("/embed/")
        if (status >= 500 && !mayBeUnbuilt) faults.push(`${status} to ${JSON.stringify(bytes.slice(0, 200))}`)
      }
      await Promise.all(requests(path, host).map(judge))
      const refused = HOSTS.map(async (odd) => {
        const { status } = await speak(url, head(`GET ${path} HTTP/1.1`, odd))
        if (status !== 400) faults.push(`${status}, not 400, to ${path} of the host ${JSON.stringify(odd)}`)
      })
      await Promise.all(refused)
    }
    expect(faults.join("\n")).toEqual("")
  })

  it("no address of the docs leads to another path than its own", async () => {
    for (const host of ["a/b", "evil.example", "x"]) {
      for (const path of ["/docs", "/docs//evil.example", "/docs/../evil", "http://evil.example/docs"]) {
        const { text } = await speak(service.url, head(`GET ${path} HTTP/1.1`, host))
        const [, to] = /^location: (.*)\r$/im.exec(text) ?? []
        if (to !== undefined) expect([path, to]).toEqual([path, expect.stringMatching(/^\/docs\//)])
      }
    }
  })

  it("then every list and every page can be read", async () => {
    const partnerApi = implemented(readDocument("partner-api")).filter(({ method }) => method === "GET")
    const lists = partnerApi.filter(
      ({ parameters, path }) => !path.includes("{") && parameters.some(({ name }) => name === "after")
    )
    expect(lists.map(({ id }) => id)).toContain("listWebhookDeliveries")
    for (const { path, security } of lists) {
      const key = security.includes("PartnerKey") ? keys.partner : keys.product
      const rows = await readAll(path, key)
      const one = partnerApi.find((other) => other.path === `${path}/{id}`)
      for (const { id } of one === undefined ? [] : rows) {
        const { status, text } = await ask(service.url, `${path}/${id}`, key)
        expect([path, status, status === 200 ? "" : text]).toEqual([path, 200, ""])
      }
    }
    for (const url of [fund.url, partner.url]) {
      await followAll(url, "/_simulator/log")
      expect((await ask(url, "/")).status).toBe(200)
    }
    await followAll(service.url, "/_workbench/entries")
    const workbench = implemented(readDocument("workbench-api")).filter(
      ({ method, path }) => method === "GET" && !path.includes("{")
    )
    for (const path of [
      ...workbench.map(({ path }) => path),
      "/",
      "/openapi.json",
      "/asyncapi.json",
      "/health/ready"
    ]) {
      const { status, text } = await ask(service.url, path)
      expect([path, status, status === 200 ? "" : text]).toEqual([path, 200, ""])
    }
    for (const command of ["fund list", "fund breaches --fund banksia", "fund-calls list", "audit"]) {
      const { code, stderr } = await service.run("admin", ...command.split(" "))
      expect(code, `${command}: ${stderr}`).toBe(0)
    }
  })
})
