import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  answerMatch,
  automate,
  configureEmployer,
  createIntent,
  createSession,
  fetchChoiceForms,
  fillInIntent,
  openIntentStart,
  type Product,
  walkThroughIntent,
  verifyPhone,
  walkThroughSession
} from "../src/onboarding/flows.ts"
import { niamh, wattle } from "../src/onboarding/people.ts"
import { receiptOf } from "../src/programs/receipt.ts"
import { productOf } from "../src/onboarding/product.ts"
import { type SeededPartner, seedPartner } from "../src/onboarding/seed.ts"
import { type Caller, callerOf } from "../src/openapi/Caller.ts"
import { readDocument } from "../src/openapi/operations.ts"
import { newPrograms } from "../src/programs/Programs.ts"
import { type RunningService, startService } from "../src/programs/service.ts"
import { type RunningSimulator, startFundSimulator } from "../src/programs/simulators.ts"
import { type Receiver, startReceiver } from "../src/webhooks/receiver.ts"

describe("the service through Prism", () => {
  const programs = newPrograms()
  let fund: RunningSimulator
  let service: RunningService
  let receiver: Receiver
  let partnerApi: Caller
  let embedApi: Caller
  let seeded: SeededPartner
  let product: Product
  let byPartnerKey: Caller["call"]
  let employer: { readonly id: string }
  let session: Awaited<ReturnType<typeof createSession>>

  beforeAll(async () => {
    const [started, simulator, running] = await Promise.all([
      startReceiver(),
      startFundSimulator(),
      startService()
    ])
    receiver = programs.add(started)
    fund = programs.add(simulator)
    service = programs.add(running)
    // The service's calls to the fund go through Prism as well.
    const fundUrl = await programs.behindPrism("fund-api", fund.url)
    seeded = await seedPartner(service, fund, {
      slug: "prism",
      products: 1,
      webhookUrl: receiver.url,
      fundUrl
    })
    const [{ id, key, webhook_secret }] = seeded.products as [SeededPartner["products"][number]]
    receiver.trust(id, webhook_secret)
    const [partnerPrism, embedPrism] = await Promise.all([
      programs.behindPrism("partner-api", service.url),
      programs.behindPrism("embed-api", service.url)
    ])
    partnerApi = callerOf("partner-api", partnerPrism)
    embedApi = callerOf("embed-api", embedPrism)
    product = productOf(partnerApi, embedApi, key)
    byPartnerKey = partnerApi.as({ "x-api-key": seeded.partner.key })
  })

  afterAll(programs.stop)

  it("says how it is", async () => {
    await partnerApi.call("getLiveness", { status: 200 })
    await partnerApi.call("getReadiness", { status: 200 })
    await partnerApi.call("getWebhookKeys", { status: 200 })
    await partnerApi.call("getJwks", { status: 200 })
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
    await byPartnerKey("testProductWebhook", { path, body: {}, status: 409 })
    const rotated = await byPartnerKey("rotateWebhookSecret", { path, status: 200 })
    expect(rotated.body.data.webhook.previous_secret_expires_at).not.toBeNull()
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

  it("finds the fund that an employer pays already, to confirm in one step or to decline [R-1-17, R-1-19, R-1-20, R-1-23, R-2.5-6, R-6-26]", async () => {
    const confirmed = await answerMatch(product, "employer-2", "yes")
    expect(confirmed).toMatchObject({
      defaultFund: { employer_number: "EMP-004512" },
      details: { industry_code: "E", contact_name: "Ines Wattle", contact_email: "ines@wattle.example" },
      matchesLeft: 0
    })
    await receiver.waitFor(({ event, id }) => event === "employer_settings_changed" && id === confirmed.id)
    const declined = await answerMatch(product, "employer-3", "no")
    expect(declined).toMatchObject({ defaultFund: null, matchesLeft: 0 })
  })

  it("onboards an employee up to the member number, and has the choice form for both [R-1-4, R-1-5, R-1-6, R-1-14, R-1-16]", async () => {
    session = await createSession(product, employer.id, "session-1")
    await walkThroughSession(product, session.id)
    await receiver.waitFor(({ event, id }) => event === "onboarding_session_completed" && id === session.id)
    const { body } = await product.partner("getOnboardingSession", { path: { id: session.id }, status: 200 })
    expect(body.data.data_delivery_state).toBe("completed")
    const { select_super_fund_product } = body.data.onboarding_session_super_selection
    expect(select_super_fund_product.member_number).toMatch(/^\d+$/)
    expect(await fetchChoiceForms(product, session.id)).toEqual(["%PDF-", "%PDF-"])
    const query = { employer_id: employer.id, data_delivery_state: "completed" }
    expect((await product.partner("listOnboardingSessions", { query, status: 200 })).body.data).toHaveLength(
      1
    )
  })

  it("has an employee verify the phone number where the partner validated nothing", async () => {
    const { id } = await verifyPhone(product, employer.id, "session-by-phone")
    const { body } = await product.partner("getOnboardingSession", { path: { id }, status: 200 })
    expect(body.data).toMatchObject({
      phone_number_validated: true,
      data_delivery_state: "collect_identity"
    })
  })

  it("plays an employee in the sandbox, without a browser", async () => {
    const { id } = await createSession(product, employer.id, "session-of-the-sandbox")
    await product.partner("advanceOnboardingSession", {
      path: { id },
      body: { to: "completed", preset: "existing" },
      status: 200
    })
    await receiver.waitFor((event) => event.event === "onboarding_session_completed" && event.id === id)
  })

  it("plays an employer whom the linked funds are asked about", async () => {
    const { body } = await product.partner("playEmployerMatch", {
      path: { id: employer.id },
      body: {},
      status: 200
    })
    expect(body.data).toMatchObject({ funds_not_asked: 0, confirmed: false })
  })

  it("lets a partner change, cancel and erase a session, and read a tax file number once that is permitted", async () => {
    const { id } = await createSession(product, employer.id, "session-to-cancel")
    const path = { id }
    const read = await product.partner("getOnboardingSession", { path, status: 200 })
    const ifMatch = { "if-match": read.headers.get("etag") ?? "" }
    await product.partner("updateOnboardingSession", {
      path,
      headers: ifMatch,
      body: { email: "niamh@example.com" },
      status: 200
    })
    await product.partner("retryMemberRegistration", { path, status: 409 })
    await product.partner("cancelOnboardingSession", { path, status: 204 })
    await product.partner("eraseOnboardingSession", { path, status: 204 })
    await product.partner("getTaxFileNumber", { path: { id: session.id }, status: 403 })
    const [{ id: productId }] = seeded.products as [SeededPartner["products"][number]]
    expect((await service.run("admin", "product", "tfn-access", productId, "on")).code).toBe(0)
    const { body } = await product.partner("getTaxFileNumber", { path: { id: session.id }, status: 200 })
    expect(body.data.tfn).toMatch(/^\d{9}$/)
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

  it("lets a partner see and resolve the issues of an employer [R-1-11, R-1-13, R-3-5, R-4.1-4, R-4.1-5, R-4.1-6]", async () => {
    const opened = await product.partner("openSimulatedEmployerIssue", {
      path: { id: employer.id },
      body: { kind: "default_fund_closed" },
      status: 201
    })
    const path = { id: opened.body.data.id }
    const query = { employer_id: employer.id, status: "open", kind: "default_fund_closed" }
    expect((await product.partner("listEmployerIssues", { query, status: 200 })).body.data).toHaveLength(1)
    const { body } = await product.partner("getEmployerIssue", { path, status: 200 })
    expect(body.data.recommended_actions[0].action).toBe("set_default_fund")
    await product.partner("resolveEmployerIssue", { path, body: { note: "Done by phone." }, status: 200 })
  })

  it("turns the intent that an employer starts into a session: the webhook's url is fetched first, then the session is created [R-1-9, R-1-10, R-4.1-7, R-4.1-8, R-4.1-10, R-6-14, R-6-15, R-6-16]", async () => {
    const ofEmployer = { employer_id: employer.id }
    const intents = () => product.partner("listOnboardingSessionIntents", { query: ofEmployer, status: 200 })
    const { embed, view } = await openIntentStart(product, employer.id, "intent-1")
    const path = { id: view.id }
    const { id } = path
    expect((await intents()).body.data).toEqual([])
    await product.partner("getOnboardingSessionIntent", { path, status: 404 })
    await embed("saveIntentPerson", { body: { given_name: "Niamh" }, status: 200 })
    expect((await intents()).body.data).toMatchObject([{ id, status: "in_progress", remote_id: "intent-1" }])
    const sameAgain = { app: "onboarding_intent", remote_id: "intent-1" }
    const taken = { path: { id: employer.id }, body: sameAgain, status: 409 }
    expect((await product.partner("generateEmployerEmbedUrl", taken)).body).toMatchObject({
      code: "remote_id_taken",
      resource_id: id
    })
    await product.partner("createOnboardingSessionFromIntent", { path, body: {}, status: 409 })
    await fillInIntent(embed)
    const isOfIntent = ({ event, id: of }: { event: string; id: string }) =>
      event === "onboarding_intent_completed" && of === id
    const [completed] = await receiver.waitFor(isOfIntent)
    expect(completed?.payload).toMatchObject({
      subject: "onboarding_session_intent",
      remote_id: "intent-1"
    })
    expect(new URL(completed?.payload.url ?? "").pathname).toBe(`/api/v1/onboarding-session-intent/${id}`)
    const fetched = await product.partner("getOnboardingSessionIntent", { path, status: 200 })
    expect(fetched.body.data).toMatchObject({ status: "complete", onboarding_session_id: null })
    const asked = { path, body: { email_validated: true } }
    const once = { ...asked, headers: { "idempotency-key": "once" }, status: 201 }
    const created = await product.partner("createOnboardingSessionFromIntent", once)
    const again = await product.partner("createOnboardingSessionFromIntent", once)
    expect(again.headers.get("idempotency-replayed")).toBe("true")
    expect(again.body).toEqual(created.body)
    const refused = await product.partner("createOnboardingSessionFromIntent", { ...asked, status: 409 })
    expect(refused.body).toMatchObject({
      code: "intent_already_converted",
      onboarding_session_id: created.body.data.id
    })
    expect(created.body.data).toMatchObject({
      onboarding_session_intent_id: id,
      remote_id: "intent-1",
      employee: { remote_id: "intent-1" }
    })
    const query = { status: "complete", ...ofEmployer }
    const listed = await product.partner("listOnboardingSessionIntents", { query, status: 200 })
    expect(listed.body.data).toMatchObject([{ onboarding_session_id: created.body.data.id }])
    await product.partner("cancelOnboardingSessionIntent", { path, status: 409 })
  })

  it("lets an employer finish an intent that the partner has prefilled", async () => {
    const { id } = await createIntent(product, employer.id, "intent-prefilled")
    await walkThroughIntent(product, id)
    await receiver.waitFor(({ event, id: of }) => event === "onboarding_intent_completed" && of === id)
  })

  it("plays the employer who starts and finishes an intent, and lets the partner cancel it", async () => {
    const started = await product.partner("startSimulatedIntent", {
      path: { id: employer.id },
      body: { remote_id: "intent-2" },
      status: 201
    })
    expect(started.body.data).toMatchObject({ status: "in_progress", remote_id: "intent-2" })
    const { id } = started.body.data
    const path = { id }
    const { body } = await product.partner("completeOnboardingSessionIntent", { path, status: 200 })
    expect(body.data).toMatchObject({ status: "complete", onboarding_session_id: null })
    await receiver.waitFor(({ event, id: of }) => event === "onboarding_intent_completed" && of === id)
    await product.partner("cancelOnboardingSessionIntent", { path, status: 204 })
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

  it("lets a partner try its webhook address out", async () => {
    const [{ id }] = seeded.products as [SeededPartner["products"][number]]
    const body = { employer_id: employer.id }
    const { body: tested } = await byPartnerKey("testProductWebhook", { path: { id }, body, status: 202 })
    await receiver.waitFor(
      ({ event, inserted_at }) =>
        event === "employer_settings_changed" && inserted_at === tested.data.payload.inserted_at
    )
  })

  it("lets a partner resume its webhook address after it has answered 410", async () => {
    const [{ id }] = seeded.products as [SeededPartner["products"][number]]
    const path = { id }
    await byPartnerKey("resumeProductWebhook", { path, status: 409 })
    receiver.answerWith(410)
    const { body: tested } = await byPartnerKey("testProductWebhook", { path, body: {}, status: 202 })
    const arrived = ({ inserted_at }: { readonly inserted_at: string }) =>
      inserted_at === tested.data.payload.inserted_at
    await receiver.waitFor(arrived)
    const paused = await receiptOf(async () => {
      const { body } = await byPartnerKey("getProduct", { path, status: 200 })
      return body.data.webhook.status === "paused" ? body.data.webhook : undefined
    })
    expect(paused.paused_because).toBe("gone")
    await byPartnerKey("resumeProductWebhook", { path, status: 202 })
    await receiver.waitFor(arrived, 2)
  })

  it("sends webhooks again", async () => {
    const completion = ({ event, id }: { readonly event: string; readonly id: string }) =>
      event === "onboarding_session_completed" && id === session.id
    const query = { status: "delivered", event: "onboarding_session_completed", entity_id: session.id }
    const { body } = await product.partner("listWebhookDeliveries", { query, status: 200 })
    await product.partner("replayWebhookDelivery", { path: { id: body.data[0].id }, status: 202 })
    const [first, again] = await receiver.waitFor(completion, 2)
    expect(again?.headers["webhook-id"]).toBe(first?.headers["webhook-id"])
    const replayed = await product.partner("replayWebhookDeliveries", {
      body: { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" },
      status: 202
    })
    expect(replayed.body.data).toEqual({ deliveries_count: 0, next_from: null })
  })

  it("lets an employer connect the ATO and automate its onboarding in its embed", async () => {
    expect(await automate(product, employer.id)).toBe("complete")
  })

  it("lets a partner play the ATO, and the employer who picks a fund", async () => {
    const path = { id: employer.id }
    const connected = await product.partner("setSimulatedStapling", {
      path,
      body: { status: "connected", outcome: "none", declarations_accepted: true },
      status: 200
    })
    expect(connected.body.data.onboarding_status).toBe("complete")
    const { usi } = connected.body.data.employer_default_super_fund_product.super_fund_product
    const body = { usi, employer_number: "EMP-1" }
    const picked = await product.partner("setSimulatedDefaultFund", { path, body, status: 200 })
    expect(picked.body.data.employer_default_super_fund_product.employer_number).toBe("EMP-1")
  })

  it("has a registration made again that the fund refused: the number comes late, and the employee tells it [R-1-16, R-3-15, R-6-28]", async () => {
    const person = { ...niamh, contact: { ...niamh.contact, email: "niamh+400x1@example.com" } }
    const { employee, id } = await createSession(product, employer.id, "session-to-retry", person)
    const path = { id }
    const ofSession = (event: { readonly id: string }) => event.id === id
    const numbersOf = async () => {
      const session = await product.partner("getOnboardingSession", { path, status: 200 })
      const known = await product.partner("getEmployee", { path: { id: employee.id }, status: 200 })
      return [
        session.body.data.onboarding_session_super_selection.select_super_fund_product.member_number,
        known.body.data.super_fund_details.super_fund_memberships[0].member_number
      ]
    }
    await product.partner("advanceOnboardingSession", { path, body: { to: "completed" }, status: 200 })
    await receiver.waitFor((event) => event.event === "onboarding_session_completed" && ofSession(event))
    expect(await numbersOf()).toEqual([null, null])
    const before = receiver.received.filter(({ payload }) => ofSession(payload)).length

    await product.partner("retryMemberRegistration", { path, status: 202 })
    const [late] = await receiver.waitFor((event) => event.subject === "employee")
    expect(late?.payload).toMatchObject({
      event: "employee_changed",
      id: employee.id,
      remote_id: "employee of session-to-retry",
      url: `${service.url}/api/v1/employees/${employee.id}`
    })
    const [bySession, byEmployee] = await numbersOf()
    expect(bySession).toMatch(/^\d+$/)
    expect(byEmployee).toBe(bySession)
    expect(receiver.received.filter(({ payload }) => ofSession(payload))).toHaveLength(before)
  })

  it("has answered every operation that there is code for, those of its resources under /api/v1 [R-9-4]", () => {
    const { operations } = readDocument("partner-api")
    expect(operations.filter(({ path }) => !path.startsWith("/api/v1/")).map(({ path }) => path)).toEqual([
      "/health/live",
      "/health/ready",
      "/.well-known/webhook-keys",
      "/.well-known/jwks.json"
    ])
    expect(partnerApi.uncalled()).toEqual([])
    expect(embedApi.uncalled()).toEqual([])
  })
})
