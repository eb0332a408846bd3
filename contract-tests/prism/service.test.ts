/**
 * Every operation of the partner API and of the embed API, called through Prism, which validates request and answer against
 * the spec. The rooms are in `service/`; they are one file of tests, because they share one set of programs, build on each
 * other in this order, and the last test needs the operations that all of them have called.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { readDocument } from "../src/openapi/operations.ts"
import { deliveries } from "./service/deliveries.ts"
import { ato, employers, issues, products } from "./service/employers.ts"
import { intents } from "./service/intents.ts"
import { retries, sessions } from "./service/sessions.ts"
import { embedApi, partnerApi, startWorld, stopWorld } from "./service/world.ts"

describe("the service through Prism", () => {
  beforeAll(startWorld)
  afterAll(stopWorld)

  it("says how it is", async () => {
    await partnerApi.call("getLiveness", { status: 200 })
    await partnerApi.call("getReadiness", { status: 200 })
    await partnerApi.call("getWebhookKeys", { status: 200 })
    await partnerApi.call("getJwks", { status: 200 })
  })

  products()
  employers()
  sessions()
  issues()
  intents()
  deliveries()
  ato()
  retries()

  it("has answered every operation that there is code for, those of its resources under /api/v1 [R-9-4]", () => {
    const { operations } = readDocument("partner-api")
    expect(operations.filter(({ path }) => !path.startsWith("/api/v1/")).map(({ path }) => path)).toEqual([
      "/health/live",
      "/health/ready",
      "/.well-known/webhook-keys",
      "/.well-known/jwks.json"
    ])
    expect(partnerApi.uncalled()).toEqual([])
    expect(embedApi.uncalled()).toEqual([])
  })
})
