import { assert, it } from "vitest"
import { anEmployer, checkedFetch, client, newMock, service, wattle } from "./mocked.ts"

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
