/**
 * Tests as a partner would write them: the client against the mocked service. The rooms are in `consumer/`; they are one
 * file of tests, because the last two need the operations that all of them have called.
 */
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { operationsOfToday } from "../src/mock/spec.ts"
import { called, checkedFetch, differences, newMock, server, service, spec } from "./consumer/mocked.ts"
import { onboarding } from "./consumer/onboarding.ts"
import { products } from "./consumer/products.ts"
import { requests } from "./consumer/requests.ts"
import { sandbox } from "./consumer/sandbox.ts"
import { sessions } from "./consumer/sessions.ts"

beforeAll(() => server.listen({ onUnhandledFrame: "error" }))
afterAll(() => server.close())
beforeEach(() => newMock())

describe("a payroll system on the client", () => {
  onboarding()
  requests()
  products()
  sessions()
  sandbox()

  it("gets the spec's example from operations that keep nothing", async () => {
    for (const [id, { answer, method, path, security }] of operationsOfToday) {
      if (called.has(id)) continue
      const apiKey = security === "PartnerKey" ? service.partnerKey : service.product.key
      const body = spec.exampleOfBody(id)
      const request = new Request(service.baseUrl + path.replaceAll(/\{\w+\}/g, service.product.id), {
        method: method.toUpperCase(),
        headers: { "X-API-Key": apiKey, "Content-Type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      assert.strictEqual((await checkedFetch(request)).status, answer.status, id)
    }
    assert.include([...called], "getJwks")
  })

  it("was answered as the spec says, by a mock of every operation of today", () => {
    assert.deepStrictEqual(differences, [])
    assert.sameMembers([...called], [...operationsOfToday.keys()])
  })
})
