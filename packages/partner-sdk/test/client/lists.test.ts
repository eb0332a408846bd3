import { assert, describe, it } from "vitest"
import { CallRefused, createClient, eventsSince, type Employer, listAll } from "../../src/index.ts"
import { mockService } from "../../src/msw/index.ts"
import { getResponse } from "msw"

/** A client of a mock, and the queries that it was sent. */
const mocked = () => {
  const service = mockService()
  const queries: Array<string> = []
  const client = createClient({
    baseUrl: service.baseUrl,
    apiKey: service.product.key,
    fetch: async (request) => {
      if (request.method === "GET") queries.push(new URL(request.url).search)
      const answer = await getResponse([...service.handlers], request)
      if (answer === undefined) throw new Error(`The mock doesn't know ${request.url}`)
      return answer
    }
  })
  const create = async (remote_id: string) => {
    const body = { abn: "51 824 753 556", name: "Wattle & Daughters Pty Ltd", remote_id }
    const { data } = await client.POST("/api/v1/employers", { body })
    return data?.data.id ?? ""
  }
  return { client, create, queries, service }
}

describe("listAll", () => {
  it("goes through all pages, and fetches none that the loop doesn't need", async () => {
    const { client, create, queries } = mocked()
    for (const remote_id of ["1", "2", "3"]) await create(remote_id)
    const employers: Array<Employer> = []
    const options = { params: { query: { limit: 2 } } }
    for await (const employer of listAll(client, "/api/v1/employers", options)) employers.push(employer)
    assert.deepStrictEqual(
      employers.map(({ remote_id }) => remote_id),
      ["3", "2", "1"]
    )
    assert.lengthOf(queries, 2)
    for await (const { remote_id } of listAll(client, "/api/v1/employers", options)) {
      assert.strictEqual(remote_id, "3")
      break
    }
    assert.lengthOf(queries, 3)
    for await (const { remote_id } of listAll(client, "/api/v1/employers", {
      params: { query: { remote_id: "2" } }
    }))
      assert.strictEqual(remote_id, "2")
    assert.strictEqual(queries[3], "?limit=100&remote_id=2")
  })

  it("takes lists only, with the parameters of their path", async () => {
    const { client, service } = mocked()
    const partner = createClient({ baseUrl: service.baseUrl, apiKey: service.partnerKey })
    // @ts-expect-error No list.
    listAll(client, "/api/v1/employers/{id}")
    // @ts-expect-error The product is missing.
    listAll(partner, "/api/v1/products/{id}/keys")
    listAll(partner, "/api/v1/products/{id}/keys", { params: { path: { id: service.product.id } } })
  })

  it("throws the refusal of a page", async () => {
    const { client } = mocked()
    const options = { params: { query: { after: "nonsense" } } }
    const refusal = await listAll(client, "/api/v1/employers", options)
      .next()
      .catch((error: unknown) => error)
    assert.instanceOf(refusal, CallRefused)
    assert.strictEqual(refusal.status, 422)
    assert.strictEqual(refusal.problem?.code, "validation_failed")
    assert.strictEqual(refusal.message, refusal.problem?.detail)
    const unread = new CallRefused(new Response("<html>", { status: 502 }), "<html>")
    assert.deepInclude(unread, { status: 502, problem: undefined, message: "The service answered 502." })
  })
})

describe("eventsSince", () => {
  it("reads what happened since the kept cursor, in order, each event once", async () => {
    const { client, create, service } = mocked()
    let kept: string | undefined
    const read = async (limit: number) => {
      const ids: Array<string> = []
      for await (const { cursor, events } of eventsSince(client, { after: kept, limit })) {
        for (const { id, isKnown, payload } of events) {
          assert.isTrue(isKnown)
          assert.strictEqual(payload.event, "employer_settings_changed")
          ids.push(id)
        }
        kept = cursor
      }
      return ids
    }
    assert.deepStrictEqual(await read(2), [])
    assert.isString(kept)
    for (const remote_id of ["1", "2", "3"]) service.chooseDefaultFund(await create(remote_id))
    const all = service.events.map(({ webhook_id }) => webhook_id)
    assert.deepStrictEqual(await read(2), all)
    assert.deepStrictEqual(await read(2), [])
    service.chooseDefaultFund(await create("4"))
    assert.deepStrictEqual(await read(2), [service.events.at(-1)?.webhook_id ?? ""])
  })

  it("reads the events of a batch again if its cursor wasn't kept", async () => {
    const { client, create, service } = mocked()
    for (const remote_id of ["1", "2", "3"]) service.chooseDefaultFund(await create(remote_id))
    const batches = async (after: string | undefined) => {
      const { value } = await eventsSince(client, { after, limit: 2 }).next()
      return value
    }
    const first = await batches(undefined)
    assert.deepStrictEqual(await batches(undefined), first)
    assert.lengthOf((await batches(first?.cursor))?.events ?? [], 1)
  })
})
