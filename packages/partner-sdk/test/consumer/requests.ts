import { assert, it } from "vitest"
import { anEmployer, checkedFetch, client, newMock, service, wattle, aSession, partner } from "./mocked.ts"

export const requests = () => {
  it("changes an employer only in the version that it has seen", async () => {
    const { id } = await anEmployer()
    const body = { name: "Wattle Pty Ltd" }
    const change = (etag: string) =>
      client.PATCH("/api/v1/employers/{id}", {
        params: { path: { id }, header: { "If-Match": etag } },
        body
      })
    // The types require the header; another client may omit it.
    const unconditional = await checkedFetch(
      new Request(new URL(`/api/v1/employers/${id}`, service.baseUrl), {
        method: "PATCH",
        headers: { "X-API-Key": service.product.key, "Content-Type": "application/json" },
        body: JSON.stringify(body)
      })
    )
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

  it("is refused with a problem whose type leads to its explanation in the docs", async () => {
    const params = { path: { id: "01a1fb82-8f40-7000-8000-000000000000" } }
    const type = async () => (await client.GET("/api/v1/employers/{id}", { params })).error?.type
    assert.strictEqual(await type(), `${service.baseUrl}/docs/errors/#not_found`)
    newMock({ docsUrl: "http://localhost:4000/docs/" })
    assert.strictEqual(await type(), "http://localhost:4000/docs/errors/#not_found")
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

  it("learns from a refusal which fields its request lacks", async () => {
    const { error } = await client.POST("/api/v1/employers", { body: { name: "Wattle" } as typeof wattle })
    assert.strictEqual(error?.code, "validation_failed")
    assert.deepStrictEqual(
      (error as { errors: ReadonlyArray<{ pointer: string }> }).errors.map(({ pointer }) => pointer),
      ["#/abn", "#/remote_id"]
    )
  })
}

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
