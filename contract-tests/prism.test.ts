import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Webhook } from "standardwebhooks"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { configureEmployer, createSession, type Product, walkThroughSession } from "./src/onboarding/flows.ts"
import { niamh, wattle } from "./src/onboarding/people.ts"
import { productOf } from "./src/onboarding/product.ts"
import { type SeededPartner, seedPartner } from "./src/onboarding/seed.ts"
import { type Caller, callerOf } from "./src/openapi/Caller.ts"
import type { ApiName } from "./src/openapi/operations.ts"
import { startPrism } from "./src/programs/prism.ts"
import { startService } from "./src/programs/service.ts"
import { receiptOf } from "./src/programs/receipt.ts"
import { stopAll } from "./src/programs/stopAll.ts"
import {
  type RunningSimulator,
  startFundSimulator,
  startPartnerSimulator
} from "./src/programs/simulators.ts"
import { type Receiver, startReceiver } from "./src/webhooks/receiver.ts"

const stops: Array<() => Promise<unknown>> = []

/** The address of a Prism in front of an upstream. */
const behindPrism = async (api: ApiName, upstream: string): Promise<string> => {
  const { program, url } = await startPrism(api, upstream)
  stops.unshift(program.stop)
  return url
}

let fund: RunningSimulator
/** The fund simulator behind Prism: for the tests here, and for the service. */
let fundUrl: string

beforeAll(async () => {
  fund = await startFundSimulator()
  stops.push(fund.stop)
  fundUrl = await behindPrism("fund-api", fund.url)
})

afterAll(() => stopAll(stops))

describe("Prism, an independent validating proxy,", () => {
  it("sees what breaks a contract: it is no proxy that lets everything pass", async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json", "x-request-id": "x" })
      response.end(JSON.stringify({ data: { id: "no uuid" }, version: "v1" }))
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    stops.push(async () => void server.close())
    const { port } = server.address() as AddressInfo
    const { call } = callerOf("partner-api", await behindPrism("partner-api", `http://127.0.0.1:${port}`), {
      "x-api-key": "key"
    })
    const id = "c2bc0c04-6b98-4333-91a6-919f5ebc9000"
    await expect(call("getEmployer", { path: { id }, status: 200 })).rejects.toThrow(
      /breaks its contract.*data/s
    )
    const body = { abn: wattle.abn }
    await expect(call("createEmployer", { body, status: 201 })).rejects.toThrow(
      /breaks its contract.*remote_id/s
    )
  })
})

describe("the fund simulator through Prism", () => {
  let fundApi: Caller
  let admin: Caller

  beforeAll(async () => {
    const adminPrism = await behindPrism("simulator-api", fund.url)
    const key = readFileSync(`${fund.dataDir}/api-key`, "utf8").trim()
    fundApi = callerOf("fund-api", fundUrl, { "x-auth-key": key })
    admin = callerOf("simulator-api", adminPrism, {}, ({ tag }) => tag !== "partner-admin")
  })

  const member = {
    tfn: "123456782",
    first_name: niamh.identity.given_name,
    family_name: niamh.identity.family_name,
    date_of_birth: niamh.identity.date_of_birth,
    ...niamh.contact.address,
    email: niamh.contact.email,
    phone_number: "+61491570006"
  }
  const { address_line_2: _, ...profile } = member

  it("registers a member, and knows it when it is asked again [R-4.2-1, R-4.2-6, R-2.4-1, R-2.4-2]", async () => {
    const { body } = await fundApi.call("registerMember", { body: profile, status: 201 })
    expect(body.member_details.member_number).toMatch(/^\d+$/)
    const again = await fundApi.call("registerMember", { body: profile, status: 200 })
    expect(again.body.member_details.member_number).toBe(body.member_details.member_number)
    const members = await admin.call("listMembers", { query: { limit: "10" }, status: 200 })
    expect(members.body.data).toHaveLength(1)
  })

  it("answers a lookup by ABN: a match, a match without number, no match [R-2.5-3, R-2.5-4, R-2.5-5, R-2.5-7, R-4.2-9]", async () => {
    const [numbered, unnumbered, none] = await Promise.all(
      ["80000000001", "61000000002", "42000000003"].map((abn) =>
        fundApi.call("lookUpEmployer", { body: { abn }, status: 200 })
      )
    )
    expect(numbered?.body).toMatchObject({
      employer_found: true,
      employer_details: { employer_number: "EMP-004512" }
    })
    expect(unnumbered?.body.employer_found).toBe(true)
    expect(none?.body).toEqual({ employer_found: false })
  })

  it("takes employer details", async () => {
    const body = {
      abn: "80000000001",
      employer_name: wattle.name,
      confirmed_at: "2026-11-21T03:14:15Z",
      usi: "60905115063003",
      details: { industry_code: "E", contact_name: "Asha Wattle", contact_email: "asha@wattle.example" },
      custom_answers: []
    }
    const { status } = await fundApi
      .call("receiveEmployerDetails", { body, status: 200 })
      .catch(() => fundApi.call("receiveEmployerDetails", { body, status: 204 }))
    expect(status).toBeLessThan(300)
  })

  it("refuses as section 7 of the description says", async () => {
    await fundApi.as({ "x-auth-key": "somebody else's" })("lookUpEmployer", {
      body: { abn: "80000000001" },
      status: 401
    })
    const busy = await fundApi.call("lookUpEmployer", { body: { abn: "82000000010" }, status: 429 })
    expect(busy.headers.get("retry-after")).toMatch(/^\d+$/)
    await fundApi.call("lookUpEmployer", { body: { abn: "89000000019" }, status: 500 })
    for (const status of [400, 403, 503]) {
      await fundApi.call("registerMember", {
        body: { ...profile, email: `niamh+${status}@example.com` },
        status
      })
    }
  })

  it("lets its employer book be read and written", async () => {
    const { body } = await admin.call("getSimulator", { status: 200 })
    expect(body.data.kind ?? body.data).toBeDefined()
    await admin.call("putEmployerBookEntry", {
      path: { abn: "42000000003" },
      body: { relationship: "former" },
      status: 200
    })
    expect((await admin.call("listEmployerBook", { status: 200 })).body.data).toHaveLength(3)
    await admin.call("removeEmployerBookEntry", { path: { abn: "42000000003" }, status: 204 })
    await admin.call("removeEmployerBookEntry", { path: { abn: "42000000003" }, status: 404 })
    expect(
      (await admin.call("listLogEntries", { query: { limit: "100" }, status: 200 })).body.data.length
    ).toBeGreaterThan(5)
    await admin.call("resetSimulator", { status: 204 })
    expect((await admin.call("listMembers", { status: 200 })).body.data).toEqual([])
  })

  it("has answered every operation that there is code for", () => {
    expect(fundApi.uncalled()).toEqual([])
    expect(admin.uncalled()).toEqual([])
  })
})

describe("the service through Prism", () => {
  let receiver: Receiver
  let partnerApi: Caller
  let embedApi: Caller
  let seeded: SeededPartner
  let product: Product
  let byPartnerKey: Caller["call"]
  let employer: { readonly id: string }
  let session: Awaited<ReturnType<typeof createSession>>

  beforeAll(async () => {
    const [service, started] = await Promise.all([startService(), startReceiver()])
    receiver = started
    stops.push(service.stop, receiver.close)
    seeded = await seedPartner(service, fund, {
      slug: "prism",
      products: 1,
      webhookUrl: receiver.url,
      fundUrl
    })
    const [{ id, key, webhook_secret }] = seeded.products as [SeededPartner["products"][number]]
    receiver.trust(id, webhook_secret)
    const [partnerPrism, embedPrism] = await Promise.all([
      behindPrism("partner-api", service.url),
      behindPrism("embed-api", service.url)
    ])
    partnerApi = callerOf("partner-api", partnerPrism)
    embedApi = callerOf("embed-api", embedPrism)
    product = productOf(partnerApi, embedApi, key)
    byPartnerKey = partnerApi.as({ "x-api-key": seeded.partner.key })
  })

  it("says how it is", async () => {
    await partnerApi.call("getLiveness", { status: 200 })
    await partnerApi.call("getReadiness", { status: 200 })
  })

  it("lets a partner manage its products, their keys and where their webhooks go [R-5-2]", async () => {
    const body = {
      name: "Wattle HR",
      target_origin: "https://hr.example.com",
      technical_contact_email: "it@example.com"
    }
    const created = await byPartnerKey("createProduct", { body, status: 201 })
    const path = { id: created.body.data.id }
    await byPartnerKey("listProducts", { query: { limit: "1" }, status: 200 })
    const { headers } = await byPartnerKey("getProduct", { path, status: 200 })
    await byPartnerKey("updateProduct", {
      path,
      headers: { "if-match": headers.get("etag") ?? "" },
      body: { target_origin: null },
      status: 200
    })
    const webhook = await byPartnerKey("setProductWebhook", {
      path,
      body: { url: receiver.url },
      status: 200
    })
    expect(webhook.body.data.secret).toMatch(/^whsec_/)
    await byPartnerKey("createProductKey", { path, body: { name: "first" }, status: 201 })
    const second = await byPartnerKey("createProductKey", { path, body: {}, status: 201 })
    await byPartnerKey("createProductKey", { path, body: {}, status: 409 })
    await byPartnerKey("deactivateProductKey", {
      path: { ...path, key_id: second.body.data.key.id },
      status: 204
    })
    const keys = await byPartnerKey("listProductKeys", { path, status: 200 })
    expect(keys.body.data.map(({ active }: { active: boolean }) => active)).toEqual([false, true])
  })

  it("lets a partner keep its employers, who pick a default fund in their embed [R-1-2, R-1-3, R-6-3]", async () => {
    employer = await configureEmployer(product, "employer-1")
    const path = { id: employer.id }
    const read = await product.partner("getEmployer", { path, status: 200 })
    await product.partner("updateEmployer", {
      path,
      headers: { "if-match": read.headers.get("etag") ?? "" },
      body: { contact: { name: "Asha Wattle", email: "asha@wattle.example" } },
      status: 200
    })
    await product.partner("updateEmployer", {
      path,
      headers: { "if-match": '"0"' },
      body: { name: "X" },
      status: 412
    })
    const listed = await product.partner("listEmployers", { query: { remote_id: "employer-1" }, status: 200 })
    expect(listed.body.data).toHaveLength(1)
    await product.partner("createEmployer", { body: { ...wattle, remote_id: "employer-1" }, status: 409 })
    const [changed] = await receiver.waitFor(({ event }) => event === "employer_settings_changed")
    expect(changed?.payload).toMatchObject({ subject: "employer", id: employer.id, remote_id: "employer-1" })
  })

  it("onboards an employee up to the member number [R-1-4, R-1-5, R-1-6, R-1-14, R-1-16]", async () => {
    session = await createSession(product, employer.id, "session-1")
    await walkThroughSession(product, session.id)
    await receiver.waitFor(({ event, id }) => event === "onboarding_session_completed" && id === session.id)
    const { body } = await product.partner("getOnboardingSession", { path: { id: session.id }, status: 200 })
    expect(body.data.data_delivery_state).toBe("completed")
    const { select_super_fund_product } = body.data.onboarding_session_super_selection
    expect(select_super_fund_product.member_number).toMatch(/^\d+$/)
    const query = { employer_id: employer.id, data_delivery_state: "completed" }
    expect((await product.partner("listOnboardingSessions", { query, status: 200 })).body.data).toHaveLength(
      1
    )
  })

  it("has sent the fund the full member profile, as its contract wants it [R-1-15, R-2.3-1, R-2.3-2, R-2.3-3, R-2.3-4, R-2.3-5, R-2.3-6, R-2.3-7, R-2.3-8, R-2.3-9, R-2.3-10, R-2.3-11, R-2.3-12, R-2.3-13, R-2.3-14, R-2.3-15, R-2.3-16, R-4.2-2, R-4.2-3, R-4.2-5, R-5-5, R-9-1]", async () => {
    const admin = callerOf("simulator-api", fund.url)
    const { body } = await admin.call("listMembers", { status: 200 })
    expect(body.data).toHaveLength(1)
    expect(body.data[0].fields_received.toSorted()).toEqual([
      "address_line_1",
      "address_line_2",
      "contribution_frequency",
      "date_of_birth",
      "email",
      "employment_start_date",
      "family_name",
      "first_name",
      "gender",
      "locality",
      "middle_name",
      "other_name",
      "phone_number",
      "postcode",
      "state",
      "tfn"
    ])
    const log = await admin.call("listLogEntries", { query: { limit: "100" }, status: 200 })
    const calls = log.body.data.filter(({ path }: { path?: string }) => path === "/v1/member_registration")
    expect(calls.map(({ status }: { status: number }) => status)).toEqual([201])
  })

  it("shows employees, events, and what was delivered", async () => {
    await product.partner("getEmployee", { path: { id: session.employee.id }, status: 200 })
    await product.partner("listEmployees", { query: { employer_id: employer.id }, status: 200 })
    const events = await product.partner("listEvents", { query: { limit: "100" }, status: 200 })
    expect(events.body.data.length).toBeGreaterThan(2)
    const deliveries = await product.partner("listWebhookDeliveries", {
      query: { entity_id: session.id },
      status: 200
    })
    await product.partner("getWebhookDelivery", { path: { id: deliveries.body.data[0].id }, status: 200 })
  })

  it("has answered every operation that there is code for", () => {
    expect(partnerApi.uncalled()).toEqual([])
    expect(embedApi.uncalled()).toEqual([])
  })
})

describe("the partner simulator through Prism", () => {
  let partner: RunningSimulator
  let admin: Caller
  let product: Product
  let employer: { readonly id: string }
  const others = {
    key: `product_sandbox_8fK2mQ4z_${"a".repeat(43)}_0aB3xY`,
    webhook_secret: `whsec_${"A".repeat(32)}`
  }

  beforeAll(async () => {
    const [service, started] = await Promise.all([startService(), startPartnerSimulator()])
    partner = started
    // The simulator verifies what comes by our own SDK; on the way it is held against AsyncAPI and standardwebhooks.
    const witness = await startReceiver({ to: `${partner.url}/webhooks` })
    stops.push(service.stop, partner.stop, witness.close)
    const { products } = await seedPartner(service, fund, {
      slug: "payroll",
      products: 1,
      webhookUrl: witness.url
    })
    const [{ id, key, webhook_secret }] = products as [SeededPartner["products"][number]]
    witness.trust(id, webhook_secret)
    admin = callerOf(
      "simulator-api",
      await behindPrism("simulator-api", partner.url),
      {},
      ({ tag }) => tag !== "fund-admin"
    )
    product = productOf(callerOf("partner-api", service.url), callerOf("embed-api", service.url), key)
    await admin.call("configureProduct", {
      path: { product_id: id },
      body: { key, webhook_secret },
      status: 200
    })
  })

  it("says what it is, and refuses what its contract refuses", async () => {
    expect((await admin.call("getSimulator", { status: 200 })).body.data.kind).toBe("partner")
    const path = { product_id: "bffc9067-28ee-4381-a0f2-92fae25d9f83" }
    await admin.call("configureProduct", { path, body: others, status: 200 })
  })

  it("takes a webhook of the service, verifies it, and fetches the entity with the product's key [R-6-5, R-4.1-9]", async () => {
    employer = await configureEmployer(product, "employer")
    const fetched = await receiptOf(async () => {
      const { body } = await admin.call("listReceivedWebhooks", { query: { limit: "10" }, status: 200 })
      return body.data.find(
        (received: any) => received.payload?.id === employer.id && received.fetched !== null
      )
    })
    expect(fetched).toMatchObject({ verified: true, refusal: null, repeated: false, answered_status: 204 })
    expect(fetched.fetched).toMatchObject({ status: 200, entity: { id: employer.id, remote_id: "employer" } })
  })

  it("refuses a forged one, and tolerates subjects and events that it doesn't know [R-2.1-19, R-9-6, R-9-7, R-9-8]", async () => {
    const payload = {
      subject: "employee",
      event: "employee_changed",
      id: "01a1fb82-8f40-7000-8000-000000000021",
      remote_id: "employee-1",
      url: "https://api.embedded-super.example/api/v1/employees/01a1fb82-8f40-7000-8000-000000000021",
      product_id: "bffc9067-28ee-4381-a0f2-92fae25d9f83",
      inserted_at: "2026-11-21T00:00:00Z",
      version: "v1"
    }
    const body = JSON.stringify(payload)
    const at = new Date()
    const sent = async (id: string, secret: string) => {
      const headers = {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
        "webhook-signature": new Webhook(secret).sign(id, at, body)
      }
      return (await fetch(`${partner.url}/webhooks`, { method: "POST", headers, body })).status
    }
    expect(await sent("msg_01a1fb88-a9c0-7000-8000-000000000001", others.webhook_secret)).toBe(204)
    expect(await sent("msg_01a1fb88-a9c0-7000-8000-000000000002", `whsec_${"B".repeat(32)}`)).toBe(401)
    const { body: listed } = await admin.call("listReceivedWebhooks", { status: 200 })
    expect(listed.data.map(({ refusal }: any) => refusal).slice(0, 2)).toEqual(["bad_signature", null])
  })

  it("keeps a log, forgets everything when it is told to, and has answered every operation that there is code for", async () => {
    await admin.call("listLogEntries", { query: { limit: "100" }, status: 200 })
    await admin.call("resetSimulator", { status: 204 })
    expect((await admin.call("listReceivedWebhooks", { status: 200 })).body.data).toEqual([])
    expect(admin.uncalled()).toEqual([])
  })
})
