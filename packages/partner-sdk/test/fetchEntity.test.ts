import type { AddressInfo } from "node:net"
import { createServer } from "node:http"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { EntityNotFetched, fetchEntity, type Employer, type WebhookEvent } from "../src/index.ts"
import { productId } from "./vectors.ts"

const calls: Array<{ readonly url: string | undefined; readonly key: unknown }> = []

/** A service with a different answer for each path, and a server that isn't the service. */
const server = createServer((request, response) => {
  calls.push({ url: request.url, key: request.headers["x-api-key"] })
  const answer = (status: number, body: unknown, headers = {}) =>
    response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(typeof body === "string" ? body : JSON.stringify(body))
  if (request.url?.endsWith("/moved")) return answer(302, "", { location: "/api/v1/employers/1" })
  if (request.url?.endsWith("/gone")) return answer(404, { code: "not_found" })
  if (request.url?.endsWith("/limited")) return answer(429, {}, { "retry-after": "7" })
  if (request.url?.endsWith("/html")) return answer(200, "<html>")
  if (request.url?.endsWith("/hangs")) return response.write("{")
  return answer(200, { data: { id: "1", name: "Wattle" }, version: "v1" }, { etag: `"3"` })
})

let base = ""
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const event = (url: string): Extract<WebhookEvent, { readonly subject: "employer" }> => ({
  subject: "employer",
  event: "employer_settings_changed",
  id: "1",
  remote_id: "1234",
  url,
  product_id: productId,
  inserted_at: "2026-11-21T00:00:00Z",
  version: "v1"
})

const keys = { [productId]: "the product's key", other: "another product's key" }

const failure = (outcome: Promise<unknown>) =>
  outcome.then(
    () => "fetched",
    (error: unknown) => (error instanceof EntityNotFetched ? error.reason : error)
  )

const fetched = (path: string, more = {}) =>
  failure(fetchEntity(event(`${base}/api/v1/${path}`), { baseUrl: base, keys, ...more }))

describe("fetchEntity", () => {
  it("fetches from the url of the webhook, with the key that its product_id selects [R-2.1-10, R-2.1-12, R-4.1-9, R-5-3]", async () => {
    calls.length = 0
    const { entity, etag, status } = await fetchEntity(event(`${base}/api/v1/employers/1`), {
      baseUrl: base,
      keys
    })
    const employer: Employer = entity
    assert.strictEqual(employer.name, "Wattle")
    assert.deepStrictEqual([status, etag], [200, `"3"`])
    assert.deepStrictEqual(calls, [{ url: "/api/v1/employers/1", key: "the product's key" }])
  })

  it.each([
    ["another host", "http://evil.example/api/v1/employers/1"],
    ["another port", "http://127.0.0.1:1/api/v1/employers/1"],
    ["another scheme", "https://127.0.0.1/api/v1/employers/1"],
    ["a name that begins alike", "BASE.evil.example/api/v1/employers/1"],
    ["userinfo", "http://user@evil.example/api/v1/employers/1"],
    ["a path that isn't the API's", "BASE/elsewhere"],
    ["a way up", "BASE/api/v1/../../elsewhere"],
    ["no url", "not a url"]
  ])("never sends a key to %s", async (_, url) => {
    calls.length = 0
    const given = event(url.replace("BASE", base))
    assert.strictEqual(await failure(fetchEntity(given, { baseUrl: base, keys })), "foreign_url")
    assert.deepStrictEqual(calls, [])
  })

  it("says how long the service asks to wait", async () => {
    const refusal = await fetchEntity(event(`${base}/api/v1/limited`), { baseUrl: base, keys }).catch(
      (error: unknown) => error
    )
    assert.instanceOf(refusal, EntityNotFetched)
    assert.deepInclude(refusal, { reason: "refused", status: 429, retryAfterSeconds: 7 })
  })

  it("says why there is no entity, and follows no redirect", async () => {
    calls.length = 0
    assert.strictEqual(await fetched("moved"), "no_answer")
    assert.lengthOf(calls, 1)
    assert.strictEqual(await fetched("gone"), "refused")
    assert.strictEqual(await fetched("html"), "not_an_entity")
    assert.strictEqual(await fetched("hangs", { timeoutMillis: 50 }), "no_answer")
    assert.strictEqual(await fetched("employers/1", { keys: {} }), "unknown_product")
    assert.strictEqual(await fetched("employers/1", { keys: () => undefined }), "unknown_product")
  })
})
