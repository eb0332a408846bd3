import { Webhook } from "standardwebhooks"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { configureEmployer, type Product } from "../src/onboarding/flows.ts"
import { productOf } from "../src/onboarding/product.ts"
import { type SeededPartner, seedPartner } from "../src/onboarding/seed.ts"
import { type Caller, callerOf } from "../src/openapi/Caller.ts"
import { sharedPrograms } from "../src/programs/shared.ts"
import { newPrograms } from "../src/programs/Programs.ts"
import { receiptOf } from "@embedded-super/program/testing/receipt"
import { type RunningSimulator, startPartnerSimulator } from "../src/programs/simulators.ts"
import { type Receiver, startReceiver } from "../src/webhooks/receiver.ts"
import { useControls } from "../src/simulators/files.ts"

describe("the partner simulator through Prism", () => {
  const programs = newPrograms()
  let partner: RunningSimulator
  let witness: Receiver
  let admin: Caller
  let product: Product
  let employer: { readonly id: string }
  const others = {
    key: `product_sandbox_8fK2mQ4z_${"a".repeat(43)}_0aB3xY`,
    webhook_secret: `whsec_${"A".repeat(32)}`
  }

  beforeAll(async () => {
    partner = programs.add(await startPartnerSimulator())
    const { fund, service } = await sharedPrograms()
    // The simulator verifies deliveries with our own SDK; on the way they are checked against AsyncAPI and
    // standardwebhooks.
    witness = await startReceiver({ to: `${partner.url}/webhooks` })
    programs.add(witness)
    const { products } = await seedPartner(service, fund, {
      slug: "payroll",
      products: 1,
      webhookUrl: witness.url
    })
    const [{ id, key, webhook_secret }] = products as [SeededPartner["products"][number]]
    witness.trust(id, webhook_secret)
    admin = callerOf(
      "simulator-api",
      await programs.behindPrism("simulator-api", partner.url),
      {},
      { wanted: ({ tag }) => tag !== "fund-admin" }
    )
    product = productOf(callerOf("partner-api", service.url), callerOf("embed-api", service.url), key)
    await admin.call("configureProduct", {
      path: { product_id: id },
      body: { key, webhook_secret, service_url: service.url },
      status: 200
    })
  })

  afterAll(programs.stop)

  it("says what it is, and takes the key and secret of a product", async () => {
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

  it("hires a person for an employer of its own, and says which one it doesn't have", async () => {
    await admin.call("seedSimulator", { body: { preset: "demo" }, status: 200 })
    // The last webhooks of the demo, which come by themselves: afterwards none does.
    for (const remote_id of ["EMP-106-1", "EMP-107-1"])
      await witness.waitFor(
        (payload) => payload.event === "onboarding_session_completed" && payload.remote_id === remote_id
      )
    const { body: page } = await admin.call("listPayrollEmployees", { query: { limit: "3" }, status: 200 })
    expect(page.data).toHaveLength(3)
    const query = { limit: "100", after: page.pagination.next_cursor }
    const rest = (await admin.call("listPayrollEmployees", { query, status: 200 })).body
    const names = [...page.data, ...rest.data].map(({ name }: any) => name)
    expect(names).toHaveLength(8)
    const { data: known } = (
      await product.partner("listEmployers", { query: { remote_id: "ER-1003" }, status: 200 })
    ).body
    const person = {
      remote_id: "EMP-77",
      given_name: "Priya",
      family_name: "Nair",
      email: "priya@example.com"
    }
    const body = { employer_id: known[0].id, ...person }
    const hired = await admin.call("hireEmployee", { body, status: 201 })
    const { onboarding_session_id: id } = hired.body.data
    const session = await product.partner("getOnboardingSession", { path: { id }, status: 200 })
    expect(session.body.data).toMatchObject({ email: person.email, employee: { remote_id: "EMP-77" } })
    const taken = await admin.call("hireEmployee", { body, status: 409 })
    expect(taken.body.code).toBe("remote_id_taken")
    const stranger = { ...body, remote_id: "EMP-78", employer_id: employer.id }
    await admin.call("hireEmployee", { body: stranger, status: 422 })
  })

  it("answers webhooks as it is set, for as long as that says", async () => {
    const set = (body: object) => admin.call("setReceiverBehaviour", { body, status: 200 })
    expect((await set({ answer_status: 500, times: 2 })).body.data).toEqual({ answer_status: 500, times: 2 })
    expect((await set({})).body.data).toEqual({})
  })

  it("refuses a forged one, and tolerates subjects and events that it doesn't know [R-2.1-19, R-9-6, R-9-7, R-9-8]", async () => {
    const payload = {
      subject: "product",
      event: "product_changed",
      id: "bffc9067-28ee-4381-a0f2-92fae25d9f83",
      remote_id: "bffc9067-28ee-4381-a0f2-92fae25d9f83",
      url: "https://api.embedded-super.example/api/v1/products/bffc9067-28ee-4381-a0f2-92fae25d9f83",
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

  it("keeps a log, deletes everything on request, and has answered every operation that there is code for", async () => {
    const { data: log } = (await admin.call("listLogEntries", { query: { limit: "100" }, status: 200 })).body
    const path = { seq: String(log.find(({ kind }: any) => kind === "webhook_received").seq) }
    const { data: entry } = (await admin.call("getLogEntry", { path, status: 200 })).body
    expect(entry).toMatchObject({ verdict: "fits", again: { can_send: true } })
    const { data: again } = (await admin.call("sendLogEntryAgain", { path, body: {}, status: 200 })).body
    expect(again.now.status).toBe(204)
    expect((await useControls(admin.call)).snapshots).toEqual(["before-month-end"])
    await admin.call("resetSimulator", { status: 204 })
    expect((await admin.call("listReceivedWebhooks", { status: 200 })).body.data).toEqual([])
    expect(admin.uncalled()).toEqual([])
  })
})
