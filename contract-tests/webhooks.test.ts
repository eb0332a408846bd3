import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { configureEmployer, createSession, type Product, walkThroughSession } from "./src/onboarding/flows.ts"
import { productOf } from "./src/onboarding/product.ts"
import { type SeededPartner, seedPartner } from "./src/onboarding/seed.ts"
import { callerOf } from "./src/openapi/Caller.ts"
import type { SharedService } from "./src/programs/service.ts"
import { sharedPrograms } from "./src/programs/shared.ts"
import { newPrograms } from "./src/programs/Programs.ts"
import { type Received, type Receiver, startReceiver, verify } from "./src/webhooks/receiver.ts"

/**
 * The receiver checks each delivery against the AsyncAPI document and its signature; these tests handle them as a
 * partner does.
 */
describe("the webhooks of a real onboarding", () => {
  const programs = newPrograms()
  let service: SharedService
  let receiver: Receiver
  let seeded: SeededPartner
  let products: ReadonlyArray<Product>
  let employers: ReadonlyArray<{ readonly id: string }>
  let session: { readonly id: string }
  /** One that the service resolves, and one that the partner resolves. */
  let issues: ReadonlyArray<{ readonly id: string }>

  const ofEvent = (name: string): Received => {
    const found = receiver.received.find(({ payload }) => payload.event === name)
    if (found === undefined) throw new Error(`no ${name} came`)
    return found
  }

  /** The operator enables them on the partner's request: they are off by default. */
  const enableIssueWebhooks = async () => {
    const { code } = await service.run("admin", "issue-webhooks", "on", "--partner", "webhooks")
    expect(code).toBe(0)
  }

  const openIssue = async (kind: string, rest: object = {}): Promise<{ readonly id: string }> => {
    const { body } = await products[0]!.partner("openSimulatedEmployerIssue", {
      path: { id: employers[0]!.id },
      body: { kind, ...rest },
      status: 201
    })
    return body.data
  }

  beforeAll(async () => {
    receiver = programs.add(await startReceiver())
    const shared = await sharedPrograms()
    service = shared.service
    seeded = await seedPartner(service, shared.fund, {
      slug: "webhooks",
      products: 2,
      webhookUrl: receiver.url
    })
    for (const { id, webhook_secret } of seeded.products) receiver.trust(id, webhook_secret)
    const [partnerApi, embedApi] = [callerOf("partner-api", service.url), callerOf("embed-api", service.url)]
    products = seeded.products.map(({ key }) => productOf(partnerApi, embedApi, key))
    // The first webhook of the first product is answered 500, and has to be redelivered.
    receiver.answerWith(500)
    const first = await configureEmployer(products[0]!, "employer of the first")
    await receiver.waitFor(({ id }) => id === first.id)
    employers = [first, await configureEmployer(products[1]!, "employer of the second")]
    session = await createSession(products[0]!, employers[0]!.id, "session-1")
    await walkThroughSession(products[0]!, session.id)
    await receiver.waitFor(({ event }) => event === "onboarding_session_completed")
    await receiver.waitFor(({ product_id }) => product_id === seeded.products[1]!.id)
    await receiver.waitFor(({ id }) => id === employers[0]!.id, 2)
    await enableIssueWebhooks()
    issues = [
      await openIssue("employer_abn_invalid", { resolve_after_seconds: 0 }),
      await openIssue("default_fund_closed")
    ]
    await products[0]!.partner("resolveEmployerIssue", { path: { id: issues[1]!.id }, status: 200 })
    await receiver.waitFor(({ event }) => event === "employer_issue_resolved")
    await receiver.waitFor(({ id }) => id === issues[1]!.id)
  })

  afterAll(programs.stop)

  it("come as the contract says, and verify with the npm package standardwebhooks [R-6-1, R-2.1-11]", () => {
    for (const delivery of receiver.received) {
      const secret = seeded.products.find(({ id }) => id === delivery.payload.product_id)?.webhook_secret
      expect(verify(delivery, secret ?? "")).toEqual(delivery.payload)
    }
    expect(new Set(receiver.received.map(({ payload }) => payload.event))).toEqual(
      new Set([
        "employer_settings_changed",
        "onboarding_session_changed",
        "onboarding_session_completed",
        "employer_issue_created",
        "employer_issue_resolved"
      ])
    )
  })

  it("don't verify with another product's secret, or when a byte of them was changed", () => {
    const delivery = ofEvent("onboarding_session_completed")
    const [mine, another] = seeded.products.map(({ webhook_secret }) => webhook_secret)
    expect(() => verify(delivery, another!)).toThrow(/signature/i)
    const body = Buffer.from(delivery.body.toString("utf8").replace("session-1", "session-2"))
    expect(() => verify({ ...delivery, body }, mine!)).toThrow(/signature/i)
    const headers = { ...delivery.headers, "webhook-id": "msg_01a1fb88-a9c0-7000-8000-000000000002" }
    expect(() => verify({ ...delivery, headers }, mine!)).toThrow(/signature/i)
  })

  it("name the entity, its identifier in the partner's system, and the subject [R-2.1-1, R-2.1-2, R-2.1-3, R-2.1-4, R-2.1-13, R-2.1-14, R-6-2, R-6-6, R-6-10]", () => {
    expect(ofEvent("employer_settings_changed").payload).toMatchObject({
      subject: "employer",
      id: employers[0]!.id,
      remote_id: "employer of the first"
    })
    const ofSession = { subject: "onboarding_session", id: session.id, remote_id: "session-1" }
    expect(ofEvent("onboarding_session_changed").payload).toMatchObject(ofSession)
    expect(ofEvent("onboarding_session_completed").payload).toMatchObject(ofSession)
  })

  it("carry when they were generated, and the payload's version [R-2.1-7, R-2.1-8, R-9-5]", () => {
    for (const { headers, payload } of receiver.received) {
      const age = Number(headers["webhook-timestamp"]) * 1000 - Date.parse(payload.inserted_at)
      expect(age).toBeGreaterThan(-1000)
      expect(payload.version).toBe("v1")
    }
  })

  it("let the receiver fetch the entity from url, with the key that product_id selects, and no other [R-2.1-5, R-2.1-6, R-2.1-10, R-2.1-12, R-4.1-1, R-4.1-2, R-4.1-3, R-4.1-9, R-5-1, R-5-3, R-6-5]", async () => {
    for (const { payload } of receiver.received) {
      for (const { id, key } of seeded.products) {
        const answer = await fetch(payload.url, { headers: { "x-api-key": key } })
        expect(answer.status).toBe(id === payload.product_id ? 200 : 404)
        if (answer.ok)
          expect((await answer.json()).data).toMatchObject({ id: payload.id, remote_id: payload.remote_id })
      }
    }
    const { url } = ofEvent("employer_settings_changed").payload
    expect(url).toBe(`${service.url}/api/v1/employers/${employers[0]!.id}`)
    const employer = await (await fetch(url, { headers: { "x-api-key": seeded.products[0]!.key } })).json()
    expect(employer.data.employer_default_super_fund_product).not.toBeNull()
  })

  it("are repeated, under the same id and with a new signature, when they were not answered 2xx", () => {
    const [first, second] = receiver.received.filter(({ payload }) => payload.id === employers[0]!.id)
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"])
    expect(second?.body).toEqual(first?.body)
    expect(Number(second?.headers["webhook-timestamp"])).toBeGreaterThan(
      Number(first?.headers["webhook-timestamp"])
    )
    expect(second?.headers["webhook-signature"]).not.toBe(first?.headers["webhook-signature"])
  })

  it("end with the completion, when the member number is there [R-3-10, R-3-12, R-3-13, R-3-14, R-3-15, R-6-7, R-6-11, R-6-12, R-6-13, R-1-7, R-1-8, R-1-16, R-6-27]", async () => {
    const ofSession = receiver.received.filter(({ payload }) => payload.id === session.id)
    const events = ofSession.map(({ payload }) => payload.event)
    expect([...new Set(events.slice(0, -1))]).toEqual(["onboarding_session_changed"])
    expect(events.at(-1)).toBe("onboarding_session_completed")
    const { body } = await products[0]!.partner("getOnboardingSession", {
      path: { id: session.id },
      status: 200
    })
    expect(body.data).toMatchObject({ data_delivery_state: "completed" })
    expect(body.data.onboarding_session_super_selection.select_super_fund_product.member_number).toMatch(
      /^\d+$/
    )
  })

  it("report an employer issue when it is opened, and when the service resolves it, never when the partner does [R-1-12, R-2.1-9, R-2.1-16, R-2.1-18, R-2.2-2, R-3-2, R-3-4, R-3-6, R-5-10, R-6-18, R-6-19, R-6-21, R-6-22, R-6-23, R-6-25]", () => {
    const ofIssue = (id: string) =>
      receiver.received.filter(({ payload }) => payload.id === id).map(({ payload }) => payload)
    const [byService, byPartner] = issues.map(({ id }) => ofIssue(id))
    expect(byService?.map(({ event }) => event)).toEqual([
      "employer_issue_created",
      "employer_issue_resolved"
    ])
    expect(byPartner?.map(({ event }) => event)).toEqual(["employer_issue_created"])
    for (const { id, remote_id, subject, url } of [...byService!, ...byPartner!]) {
      expect({ remote_id, subject, url }).toEqual({
        remote_id: id,
        subject: "employer_issue",
        url: `${service.url}/api/v1/employer-issue/${id}`
      })
    }
  })
})
