import { assert, it } from "vitest"
import { aSession, anEmployer, client, service } from "./mocked.ts"

export const sessions = () => {
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

  it("changes, cancels and erases a session, and reads what is sensitive once it is completed", async () => {
    const { id: employerId } = await anEmployer()
    service.chooseDefaultFund(employerId)
    const { data: created, response } = await aSession(employerId)
    const path = { id: created?.data.id ?? "" }
    const header = { "If-Match": response.headers.get("etag") ?? "" }
    const { data: changed } = await client.PATCH("/api/v1/onboarding-session/{id}", {
      params: { path, header },
      body: { phone_number: "+61491570156" }
    })
    assert.strictEqual(changed?.data.phone_number, "+61491570156")
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
}

export const sandbox = () => {
  it("receives employer issues, and resolves them without a webhook", async () => {
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
      body: { usi: "60905115063003" }
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
}
