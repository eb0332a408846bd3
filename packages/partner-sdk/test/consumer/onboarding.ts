import { assert, it } from "vitest"
import { fetchEntity, receiveWebhook, type WebhookEvent, verifyWebhook } from "../../src/index.ts"
import { aSession, anEmployer, client, service } from "./mocked.ts"

const notRetryable = (state: string, allowed: string) => ({
  code: "registration_not_retryable",
  state,
  allowed: [allowed]
})

export const onboarding = () => {
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
    assert.deepInclude({ ...again.error }, notRetryable("registered", "getOnboardingSession"))
  })

  it("refuses to retry a registration that isn't there, or whose personal data is erased", async () => {
    const employer = await anEmployer()
    service.chooseDefaultFund(employer.id)
    const { data: created } = await aSession(employer.id)
    const params = { path: { id: created?.data.id ?? "" } }
    const retry = () => client.POST("/api/v1/onboarding-session/{id}/retry-registration", { params })
    assert.deepInclude({ ...(await retry()).error }, notRetryable("none", "createOnboardingSession"))
    await client.POST("/api/v1/sandbox/onboarding-sessions/{id}/advance", {
      params,
      body: { to: "completed", preset: "registration_fails" }
    })
    await client.POST("/api/v1/onboarding-session/{id}/erase", { params })
    assert.deepInclude({ ...(await retry()).error }, notRetryable("erased", "createOnboardingSession"))
  })
}
