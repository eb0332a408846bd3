/** Tests as a partner would write them: the client against the mocked service. */
import { setupServer } from "msw/node"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { SpecChecker } from "../../../scripts/support/spec-checker.ts"
import {
  createClient,
  fetchEntity,
  type PartnerClient,
  receiveWebhook,
  type WebhookEvent,
  verifyWebhook
} from "../src/index.ts"
import { mockService, type MockService } from "../src/msw/index.ts"
import { operationsOfToday } from "../src/msw/spec.ts"

const spec = new SpecChecker(
  "partner-api",
  new URL("../../contracts/bundled/partner-api.json", import.meta.url)
)

const operationOf = ({ method, url }: Request) => {
  const { pathname } = new URL(url)
  for (const [id, operation] of operationsOfToday) {
    const pattern = new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`)
    if (operation.method === method.toLowerCase() && pattern.test(pathname)) return id
  }
  throw new Error(`No operation of today is ${method} ${pathname}`)
}

/** The called operations, and the differences of their answers from the spec. */
const called = new Set<string>()
const differences: Array<string> = []

/** Calls, and validates each answer against the spec. */
const checkedFetch = async (request: Request): Promise<Response> => {
  const response = await fetch(request)
  const text = await response.clone().text()
  const id = operationOf(request)
  called.add(id)
  const { headers, status } = response
  const isJson = headers.get("content-type")?.includes("json") ?? false
  const body = text === "" ? undefined : isJson ? JSON.parse(text) : text
  differences.push(...spec.differences(id, { status, headers, body }).map((found) => `${id}: ${found}`))
  return response
}

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: "error" }))
afterAll(() => server.close())

let service: MockService
let client: PartnerClient
let partner: PartnerClient
beforeEach(() => {
  service = mockService()
  server.resetHandlers(...service.handlers)
  const { baseUrl } = service
  client = createClient({ baseUrl, apiKey: service.product.key, fetch: checkedFetch })
  partner = createClient({ baseUrl, apiKey: service.partnerKey, fetch: checkedFetch })
})

const wattle = { abn: "51 824 753 556", name: "Wattle & Daughters Pty Ltd", remote_id: "1234" }

const anEmployer = async () => {
  const { data } = await client.POST("/api/v1/employers", { body: wattle })
  assert.isDefined(data)
  return data.data
}

const aSession = async (employerId: string) => {
  const body = {
    employer: { id: employerId },
    employee: { remote_id: "emp-0042" },
    remote_id: "onb-0042",
    email: "niamh@example.com",
    email_validated: true
  }
  return client.POST("/api/v1/onboarding-session", { body })
}

describe("a payroll system on the client", () => {
  it("onboards an employee, from an employer to a member number [R-2.1-12, R-4.1-9]", async () => {
    const employer = await anEmployer()
    assert.strictEqual(employer.onboarding_status, "error")
    const refused = await aSession(employer.id)
    assert.strictEqual(refused.response.status, 409)
    assert.strictEqual(refused.error?.code, "employer_not_configured")

    service.chooseDefaultFund(employer.id)
    const { data: created } = await aSession(employer.id)
    assert.isDefined(created)
    service.completeOnboarding(created.data.id, "0012345678")

    const keys = { [service.product.id]: service.product.key }
    const secrets = { [service.product.id]: service.product.webhookSecret }
    const seen: Array<WebhookEvent["event"]> = []
    let memberNumber: string | null | undefined
    for (const event of service.events) {
      const { body, headers } = await service.deliveryOf(event)
      const webhook = await receiveWebhook(body, headers, secrets)
      if (!webhook.isKnown) continue
      seen.push(webhook.payload.event)
      if (webhook.payload.event !== "onboarding_session_completed") continue
      const { entity } = await fetchEntity(webhook.payload, { baseUrl: service.baseUrl, keys })
      assert.strictEqual(entity.data_delivery_state, "completed")
      memberNumber = entity.onboarding_session_super_selection.select_super_fund_product?.member_number
    }
    assert.deepStrictEqual(seen, [
      "employer_settings_changed",
      "onboarding_session_changed",
      "onboarding_session_completed"
    ])
    assert.strictEqual(memberNumber, "0012345678")
  })

  it.each([
    ["the fund gives it by itself", async (id: string) => service.confirmMembership(id)],
    [
      "the partner asks for the registration again",
      async (id: string) => {
        const { data } = await client.POST("/api/v1/onboarding-session/{id}/retry-registration", {
          params: { path: { id } }
        })
        assert.strictEqual(data?.data.onboarding_session_super_selection.progress_state, "registering")
      }
    ]
  ])("takes over a member number that comes late: %s [R-6-28]", async (_, bring) => {
    const employer = await anEmployer()
    service.chooseDefaultFund(employer.id)
    const { data: created } = await aSession(employer.id)
    const id = created?.data.id ?? ""
    await client.POST("/api/v1/sandbox/onboarding-sessions/{id}/advance", {
      params: { path: { id } },
      body: { to: "completed", preset: "registration_fails" }
    })
    assert.strictEqual(service.events.at(-1)?.payload.event, "onboarding_session_completed")
    const before = service.events.length
    await bring(id)
    const [event, ...others] = service.events.slice(before)
    assert.isDefined(event)
    assert.lengthOf(others, 0)
    const { body, headers } = await service.deliveryOf(event)
    const webhook = await verifyWebhook(body, headers, service.product.webhookSecret)
    assert.isTrue(webhook.isKnown)
    if (!webhook.isKnown || webhook.payload.event !== "employee_changed") return assert.fail("another event")
    const keys = { [service.product.id]: service.product.key }
    const { entity } = await fetchEntity(webhook.payload, { baseUrl: service.baseUrl, keys })
    const [membership] = entity.super_fund_details.super_fund_memberships
    assert.deepInclude(membership, { member_number: "0012345678", onboarding_session_id: id })
    const { data: session } = await client.GET("/api/v1/onboarding-session/{id}", {
      params: { path: { id } }
    })
    assert.strictEqual(session?.data.onboarding_session_super_selection.outcome, "complete")
    const again = await client.POST("/api/v1/onboarding-session/{id}/retry-registration", {
      params: { path: { id } }
    })
    assert.strictEqual(again.error?.code, "registration_not_retryable")
  })

  it("changes an employer only in the version that it has seen", async () => {
    const { id } = await anEmployer()
    const body = { name: "Wattle Pty Ltd" }
    const change = (etag: string) =>
      client.PATCH("/api/v1/employers/{id}", {
        params: { path: { id }, header: { "If-Match": etag } },
        body
      })
    // The types require the header; another client may omit it.
    const unconditional = await fetch(new URL(`/api/v1/employers/${id}`, service.baseUrl), {
      method: "PATCH",
      headers: { "X-API-Key": service.product.key, "Content-Type": "application/json" },
      body: JSON.stringify(body)
    })
    assert.strictEqual(unconditional.status, 428)
    const { response } = await client.GET("/api/v1/employers/{id}", { params: { path: { id } } })
    const changed = await change(response.headers.get("etag") ?? "")
    assert.strictEqual(changed.data?.data.name, "Wattle Pty Ltd")
    assert.strictEqual((await change(response.headers.get("etag") ?? "")).error?.code, "precondition_failed")
  })

  it("repeats a POST with the same Idempotency-Key, and creates once", async () => {
    const params = { header: { "Idempotency-Key": "3c1b7e0a-9d54-4f5e-8a47-2f60cbb1f5d2" } }
    const first = await client.POST("/api/v1/employers", { body: wattle, params })
    const again = await client.POST("/api/v1/employers", { body: wattle, params })
    assert.deepStrictEqual(again.data, first.data)
    assert.strictEqual(again.response.headers.get("idempotency-replayed"), "true")
    const taken = await client.POST("/api/v1/employers", { body: wattle })
    const resource_id = first.data?.data.id
    assert.deepInclude<object>(taken.error ?? {}, { code: "remote_id_taken", resource_id })
  })

  it("goes through a list page by page, newest first", async () => {
    for (const remote_id of ["1", "2", "3"]) {
      await client.POST("/api/v1/employers", { body: { ...wattle, remote_id } })
    }
    const names: Array<string> = []
    let after: string | null | undefined
    do {
      const query = { limit: 2, ...(after ? { after } : {}) }
      const { data } = await client.GET("/api/v1/employers", { params: { query } })
      names.push(...(data?.data.map(({ remote_id }) => remote_id) ?? []))
      after = data?.pagination.next_cursor
    } while (after)
    assert.deepStrictEqual(names, ["3", "2", "1"])
  })

  it("polls the events feed instead of receiving webhooks", async () => {
    const page = async (after?: string | null) => {
      const query = { limit: 1, ...(after ? { after } : {}) }
      const { data } = await client.GET("/api/v1/events", { params: { query } })
      assert.isDefined(data)
      return data
    }
    const empty = await page()
    assert.deepStrictEqual(empty.data, [])
    assert.isNull(empty.pagination.next_cursor)
    const { id } = await anEmployer()
    service.chooseDefaultFund(id)
    service.chooseDefaultFund(id)
    const first = await page(empty.pagination.resume_cursor)
    const second = await page(first.pagination.next_cursor)
    assert.isNull(second.pagination.next_cursor)
    const third = await page(second.pagination.resume_cursor)
    assert.deepStrictEqual([...first.data, ...second.data], service.events as typeof first.data)
    assert.deepStrictEqual(third.data, [])
    assert.deepStrictEqual(third.pagination, second.pagination)
  })

  it("sees employees, deliveries and embeds of what it has", async () => {
    const { id } = await anEmployer()
    service.chooseDefaultFund(id)
    const { data: session } = await aSession(id)
    const sessionId = session?.data.id ?? ""
    service.completeOnboarding(sessionId, "0099")
    const { data: employees } = await client.GET("/api/v1/employees", {
      params: { query: { employer_id: id } }
    })
    const [employee] = employees?.data ?? []
    const found = await client.GET("/api/v1/employees/{id}", { params: { path: { id: employee?.id ?? "" } } })
    const [membership] = found.data?.data.super_fund_details.super_fund_memberships ?? []
    assert.strictEqual(membership?.member_number, "0099")
    const query = { data_delivery_state: "completed" } as const
    const { data: sessions } = await client.GET("/api/v1/onboarding-session", { params: { query } })
    assert.lengthOf(sessions?.data ?? [], 1)
    await client.GET("/api/v1/onboarding-session/{id}", { params: { path: { id: sessionId } } })
    const { data: deliveries } = await client.GET("/api/v1/webhook-deliveries", {
      params: { query: { entity_id: id } }
    })
    const [delivery] = deliveries?.data ?? []
    await client.GET("/api/v1/webhook-deliveries/{id}", { params: { path: { id: delivery?.id ?? "" } } })
    const employerEmbed = await client.POST("/api/v1/employers/{id}/generate-embed-url", {
      params: { path: { id } },
      body: { app: "super_settings", session_id: "user-77" }
    })
    const sessionEmbed = await client.POST("/api/v1/onboarding-session/{id}/generate-embed-url", {
      params: { path: { id: sessionId } }
    })
    for (const { data } of [employerEmbed, sessionEmbed]) {
      assert.match(data?.data.embed_url ?? "", /^https:\/\/api\.embedded-super\.example\/embed\/v1\//)
    }
    assert.strictEqual((await client.GET("/health/live")).data?.status, "live")
    assert.strictEqual((await client.GET("/health/ready")).data?.status, "ready")
    assert.deepStrictEqual((await client.GET("/.well-known/webhook-keys")).data?.keys, [])
  })

  it("keeps products and their keys with the partner's key, and what is another product's isn't found", async () => {
    const { data: created } = await partner.POST("/api/v1/products", { body: { name: "Wattle HR" } })
    const id = created?.data.id ?? ""
    const path = { path: { id } }
    const { data: webhook } = await partner.PUT("/api/v1/products/{id}/webhook", {
      params: path,
      body: { url: "https://hr.example.com/webhooks" }
    })
    assert.match(webhook?.data.secret ?? "", /^whsec_/)
    const { response } = await partner.GET("/api/v1/products/{id}", { params: path })
    await partner.PATCH("/api/v1/products/{id}", {
      params: { ...path, header: { "If-Match": response.headers.get("etag") ?? "" } },
      body: { name: "Wattle People" }
    })
    assert.lengthOf((await partner.GET("/api/v1/products")).data?.data ?? [], 2)
    const { data: key } = await partner.POST("/api/v1/products/{id}/keys", { params: path })
    const other = createClient({
      baseUrl: service.baseUrl,
      apiKey: key?.data.secret ?? "",
      fetch: checkedFetch
    })
    const employer = { params: { path: { id: (await anEmployer()).id } } }
    assert.strictEqual((await other.GET("/api/v1/employers/{id}", employer)).error?.code, "not_found")
    assert.strictEqual((await partner.GET("/api/v1/employers/{id}", employer)).error?.code, "forbidden")
    assert.lengthOf((await partner.GET("/api/v1/products/{id}/keys", { params: path })).data?.data ?? [], 1)
    await partner.DELETE("/api/v1/products/{id}/keys/{key_id}", {
      params: { path: { id, key_id: key?.data.key.id ?? "" } }
    })
    assert.strictEqual((await other.GET("/api/v1/employers")).error?.code, "unauthenticated")
  })

  it("tries its webhook address out, and changes the secret", async () => {
    const path = { path: { id: service.product.id } }
    const { id } = await anEmployer()
    const { data } = await partner.POST("/api/v1/products/{id}/webhook/test", { params: path })
    assert.deepInclude(data?.data.payload, { event: "employer_settings_changed", id })
    const { data: rotated } = await partner.POST("/api/v1/products/{id}/webhook/rotate-secret", {
      params: path
    })
    const secret = rotated?.data.secret ?? ""
    const { body, headers } = await service.deliveryOf(service.events.at(-1) ?? assert.fail("no event"))
    assert.strictEqual((await verifyWebhook(body, headers, secret)).id, data?.data.webhook_id)
    const resumed = await partner.POST("/api/v1/products/{id}/webhook/resume", { params: path })
    assert.strictEqual(resumed.error?.code, "webhook_not_paused")
    const replayed = await client.POST("/api/v1/webhook-deliveries/{id}/replay", {
      params: { path: { id: data?.data.id ?? "" } }
    })
    assert.strictEqual(replayed.error?.code, "delivery_not_replayable")
    const many = await client.POST("/api/v1/webhook-deliveries/replay", {
      body: { from: "2026-01-01T00:00:00Z", to: "2027-01-01T00:00:00Z" }
    })
    assert.strictEqual(many.data?.data.deliveries_count, 0)
  })

  it("is told where its request lacks something", async () => {
    const { error } = await client.POST("/api/v1/employers", { body: { name: "Wattle" } as typeof wattle })
    assert.strictEqual(error?.code, "validation_failed")
    assert.deepStrictEqual(
      (error as { errors: ReadonlyArray<{ pointer: string }> }).errors.map(({ pointer }) => pointer),
      ["#/abn", "#/remote_id"]
    )
  })

  it("changes, cancels and erases a session, and reads what is sensitive once it is completed", async () => {
    const { id: employerId } = await anEmployer()
    service.chooseDefaultFund(employerId)
    const { data: created, response } = await aSession(employerId)
    const path = { id: created?.data.id ?? "" }
    const header = { "If-Match": response.headers.get("etag") ?? "" }
    const { data: changed } = await client.PATCH("/api/v1/onboarding-session/{id}", {
      params: { path, header },
      body: { email: "niamh@wattle.example" }
    })
    assert.strictEqual(changed?.data.email, "niamh@wattle.example")
    const form = client.GET("/api/v1/onboarding-session/{id}/choice-form", {
      params: { path },
      parseAs: "text"
    })
    assert.strictEqual((await form).response.status, 404)
    const { error } = await client.GET("/api/v1/onboarding-session/{id}/tfn", { params: { path } })
    assert.strictEqual(error?.code, "tfn_not_available")
    service.completeOnboarding(path.id)
    const { data: pdf } = await client.GET("/api/v1/onboarding-session/{id}/choice-form", {
      params: { path },
      parseAs: "text"
    })
    assert.match(String(pdf), /^%PDF-/)
    const { data: tfn } = await client.GET("/api/v1/onboarding-session/{id}/tfn", { params: { path } })
    assert.match(tfn?.data.tfn ?? "", /^\d{9}$/)
    const cancelled = await client.DELETE("/api/v1/onboarding-session/{id}", { params: { path } })
    assert.strictEqual(cancelled.error?.code, "session_not_cancellable")
    await client.POST("/api/v1/onboarding-session/{id}/erase", { params: { path } })
    const { data: erased } = await client.GET("/api/v1/onboarding-session/{id}", { params: { path } })
    assert.isNotNull(erased?.data.personal_data_erased_at)
  })

  it("makes a session from an intent that the employer has completed", async () => {
    const { id: employerId } = await anEmployer()
    service.chooseDefaultFund(employerId)
    const body = { employer: { id: employerId }, remote_id: "hire-0042" }
    const { data: created } = await client.POST("/api/v1/onboarding-session-intent", { body })
    const path = { id: created?.data.id ?? "" }
    await client.POST("/api/v1/onboarding-session-intent/{id}/generate-embed-url", { params: { path } })
    const early = await client.POST("/api/v1/onboarding-session-intent/{id}/onboarding-session", {
      params: { path }
    })
    assert.strictEqual(early.error?.code, "intent_not_complete")
    await client.POST("/api/v1/sandbox/onboarding-session-intents/{id}/complete", { params: { path } })
    assert.strictEqual(service.events.at(-1)?.payload.event, "onboarding_intent_completed")
    const made = await client.POST("/api/v1/onboarding-session-intent/{id}/onboarding-session", {
      params: { path }
    })
    assert.strictEqual(made.data?.data.remote_id, "hire-0042")
    const { data: intent } = await client.GET("/api/v1/onboarding-session-intent/{id}", { params: { path } })
    assert.strictEqual(intent?.data.onboarding_session_id, made.data?.data.id)
    const again = await client.DELETE("/api/v1/onboarding-session-intent/{id}", { params: { path } })
    assert.strictEqual(again.error?.code, "intent_not_cancellable")
    const { data: listed } = await client.GET("/api/v1/onboarding-session-intent")
    assert.lengthOf(listed?.data ?? [], 1)
  })

  it("lets the employer start an intent, under a remote_id that no other intent has", async () => {
    const { id } = await anEmployer()
    const params = { path: { id } }
    const body = { app: "onboarding_intent", remote_id: "hire-0042" } as const
    const url = await client.POST("/api/v1/employers/{id}/generate-embed-url", { params, body })
    assert.include(url.data?.data.embed_url ?? "", "/new/onboarding_intent?")
    const none = await client.GET("/api/v1/onboarding-session-intent")
    assert.deepStrictEqual(none.data?.data, [])
    const started = await client.POST("/api/v1/sandbox/employers/{id}/onboarding-session-intents", {
      params,
      body: { remote_id: "hire-0042" }
    })
    assert.deepInclude(started.data?.data, { status: "in_progress", remote_id: "hire-0042" })
    const taken = await client.POST("/api/v1/employers/{id}/generate-embed-url", { params, body })
    assert.strictEqual(taken.error?.code, "remote_id_taken")
    const { data: unnamed } = await client.POST("/api/v1/sandbox/employers/{id}/onboarding-session-intents", {
      params
    })
    assert.strictEqual(unnamed?.data.remote_id, unnamed?.data.id)
  })

  it("hears of employer issues, and resolves them without a webhook", async () => {
    const { id } = await anEmployer()
    const { data: opened } = await client.POST("/api/v1/sandbox/employers/{id}/issues", {
      params: { path: { id } },
      body: { kind: "stapling_connection_lapsed" }
    })
    const path = { id: opened?.data.id ?? "" }
    const events = service.events.length
    assert.strictEqual(service.events.at(-1)?.payload.remote_id, path.id)
    await client.PUT("/api/v1/employer-issue/{id}/resolve", { params: { path } })
    const { data: resolved } = await client.GET("/api/v1/employer-issue/{id}", { params: { path } })
    assert.strictEqual(resolved?.data.resolved_by, "partner")
    const { data: open } = await client.GET("/api/v1/employer-issue", {
      params: { query: { status: "open" } }
    })
    assert.lengthOf(open?.data ?? [], 0)
    assert.lengthOf(service.events, events)
  })

  it("plays the ATO and the employer of a sandbox", async () => {
    const { id } = await anEmployer()
    const params = { path: { id } }
    await client.POST("/api/v1/sandbox/employers/{id}/default-fund", {
      params,
      body: { usi: "61000000002001" }
    })
    const played = await client.POST("/api/v1/sandbox/employers/{id}/match", {
      params,
      body: { confirm: "banksia" }
    })
    assert.isTrue(played.data?.data.confirmed)
    const body = { status: "connected", declarations_accepted: true } as const
    const { data } = await client.POST("/api/v1/sandbox/employers/{id}/stapling", { params, body })
    assert.strictEqual(data?.data.onboarding_status, "complete")
    const events = service.events.length
    await client.POST("/api/v1/sandbox/employers/{id}/stapling", { params, body })
    assert.lengthOf(service.events, events)
  })

  it("plays an employee, and asks for a registration again, where the service can", async () => {
    const { id } = await anEmployer()
    service.chooseDefaultFund(id)
    const { data: created } = await aSession(id)
    const call = async (method: string, path: string, apiKey: string, body?: object) => {
      const headers = { "X-API-Key": apiKey, "Content-Type": "application/json" }
      const request = new Request(`${service.baseUrl}/api/v1/${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      return (await checkedFetch(request)).status
    }
    const { key } = service.product
    const calls = {
      advanceOnboardingSession: () =>
        call("POST", `sandbox/onboarding-sessions/${created?.data.id}/advance`, key, { to: "completed" }),
      retryMemberRegistration: () =>
        call("POST", `onboarding-session/${created?.data.id}/retry-registration`, key)
    } as const
    for (const [operation, ask] of Object.entries(calls)) {
      if (!operationsOfToday.has(operation as keyof typeof calls)) continue
      assert.include([200, 202, 409], await ask(), operation)
    }
  })

  it("gets the spec's example from operations that keep nothing", async () => {
    for (const [id, { answer, method, path, security }] of operationsOfToday) {
      if (called.has(id)) continue
      const apiKey = security === "PartnerKey" ? service.partnerKey : service.product.key
      const body = spec.exampleOfBody(id)
      const request = new Request(service.baseUrl + path.replaceAll(/\{\w+\}/g, service.product.id), {
        method: method.toUpperCase(),
        headers: { "X-API-Key": apiKey, "Content-Type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      assert.strictEqual((await checkedFetch(request)).status, answer.status, id)
    }
    assert.include([...called], "getJwks")
  })

  it("was answered as the spec says, by a mock of every operation of today", () => {
    assert.deepStrictEqual(differences, [])
    assert.sameMembers([...called], [...operationsOfToday.keys()])
  })
})
