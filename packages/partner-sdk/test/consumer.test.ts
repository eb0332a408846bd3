/**
 * Tests as a partner would write them: the client against the mocked service. The rooms are in `consumer/`; they are one
 * file of tests, because the last three need the operations that all of them have called.
 */
import { readdirSync, readFileSync } from "node:fs"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { operationsOfToday } from "../src/mock/spec.ts"
import {
  called,
  checkedFetch,
  differences,
  newMock,
  problems,
  server,
  service,
  spec
} from "./consumer/mocked.ts"
import { onboarding } from "./consumer/onboarding.ts"
import { products } from "./consumer/products.ts"
import { refusals, requests } from "./consumer/requests.ts"
import { sandbox, sessions } from "./consumer/sessions.ts"
import { strictness } from "./consumer/strictness.ts"

beforeAll(() => server.listen({ onUnhandledFrame: "error" }))
afterAll(() => server.close())
beforeEach(() => newMock())

describe("a payroll system on the client", () => {
  onboarding()
  requests()
  products()
  sessions()
  sandbox()
  refusals()
  strictness()

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

  it("was refused in every way that the mock can refuse", () => {
    const folder = new URL("../src/mock/", import.meta.url)
    const code = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), "utf8"))
    const named = code.flatMap((text) =>
      Array.from(text.matchAll(/(?:Refusal|conflictOf)\((?:\w+, )?"(\w+)"/g), ([, name]) => name ?? "")
    )
    // It shows only while a call is held back: `playedService.test.ts` of packages/check.
    problems.add("idempotency_in_progress")
    assert.sameMembers([...new Set(named)], [...problems])
  })
})
