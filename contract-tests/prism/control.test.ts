import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, describe, expect, it } from "vitest"
import { wattle } from "../src/onboarding/people.ts"
import { callerOf } from "../src/openapi/Caller.ts"
import { newPrograms } from "../src/programs/Programs.ts"

describe("Prism, an independent validating proxy,", () => {
  const programs = newPrograms()
  afterAll(programs.stop)

  it("sees what breaks a contract: it doesn't accept everything", async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json", "x-request-id": "x" })
      response.end(JSON.stringify({ data: { id: "no uuid" }, version: "v1" }))
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    programs.add({ stop: async () => void server.close() })
    const { port } = server.address() as AddressInfo
    const { call } = callerOf(
      "partner-api",
      await programs.behindPrism("partner-api", `http://127.0.0.1:${port}`),
      {
        "x-api-key": "key"
      }
    )
    const id = "c2bc0c04-6b98-4333-91a6-919f5ebc9000"
    await expect(call("getEmployer", { path: { id }, status: 200 })).rejects.toThrow(
      /breaks its contract.*data/s
    )
    const body = { abn: wattle.abn }
    await expect(call("createEmployer", { body, status: 201 })).rejects.toThrow(
      /breaks its contract.*remote_id/s
    )
  })
})
