import { assert, it } from "vitest"
import { aSession, anEmployer, checkedFetch, client, partner, service, wattle } from "./mocked.ts"

const keyed = { header: { "Idempotency-Key": "3c1b7e0a-9d54-4f5e-8a47-2f60cbb1f5d2" } }

/** Refusals that the other rooms don't provoke. */
export const refusals = () => {
  it("says that a body is not JSON", async () => {
    const request = new Request(`${service.baseUrl}/api/v1/employers`, {
      method: "POST",
      headers: { "X-API-Key": service.product.key, "Content-Type": "application/json" },
      body: "{"
    })
    assert.strictEqual((await (await checkedFetch(request)).json()).code, "malformed_request")
  })

  it("can't use an Idempotency-Key for another request, nor see a secret again with it", async () => {
    await client.POST("/api/v1/employers", { body: { ...wattle, remote_id: "5" }, params: keyed })
    const other = await client.POST("/api/v1/employers", { body: wattle, params: keyed })
    assert.strictEqual(other.error?.code, "idempotency_key_reused")
    const params = { ...keyed, path: { id: service.product.id } }
    const made = await partner.POST("/api/v1/products/{id}/keys", { params })
    const again = await partner.POST("/api/v1/products/{id}/keys", { params })
    const resource_id = made.data?.data.key.id
    assert.deepInclude<object>(again.error ?? {}, { code: "idempotent_replay_of_secret", resource_id })
  })

  it("can't test, rotate or resume a webhook that isn't set", async () => {
    const { data } = await partner.POST("/api/v1/products", { body: { name: "Wattle HR" } })
    const params = { path: { id: data?.data.id ?? "" } }
    for (const operation of ["test", "rotate-secret", "resume"] as const) {
      const { error } = await partner.POST(`/api/v1/products/{id}/webhook/${operation}`, { params })
      assert.strictEqual(error?.code, "webhook_not_configured", operation)
    }
  })

  it("can't change a session that waits for its fund, nor go back in one", async () => {
    const employer = await anEmployer()
    service.chooseDefaultFund(employer.id)
    const created = await aSession(employer.id)
    const path = { id: created.data?.data.id ?? "" }
    const advance = (to: "pending_completion" | "review") =>
      client.POST("/api/v1/sandbox/onboarding-sessions/{id}/advance", { params: { path }, body: { to } })
    await advance("pending_completion")
    assert.strictEqual((await advance("review")).error?.code, "state_not_reachable")
    const change = { params: { path, header: { "If-Match": "*" } }, body: { email: "n@wattle.example" } }
    const codes = [
      (await client.PATCH("/api/v1/onboarding-session/{id}", change)).error?.code,
      (await client.POST("/api/v1/onboarding-session/{id}/erase", { params: { path } })).error?.code
    ]
    assert.deepStrictEqual(codes, ["session_not_editable", "session_not_erasable"])
  })

  it("can't convert an intent twice", async () => {
    const { id } = await anEmployer()
    service.chooseDefaultFund(id)
    const body = { employer: { id }, remote_id: "hire-0042" }
    const { data } = await client.POST("/api/v1/onboarding-session-intent", { body })
    const params = { path: { id: data?.data.id ?? "" } }
    await client.POST("/api/v1/sandbox/onboarding-session-intents/{id}/complete", { params })
    const convert = () => client.POST("/api/v1/onboarding-session-intent/{id}/onboarding-session", { params })
    const onboarding_session_id = (await convert()).data?.data.id
    const { error } = await convert()
    assert.deepInclude<object>(error ?? {}, { code: "intent_already_converted", onboarding_session_id })
  })
}
