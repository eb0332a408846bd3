import { describe, expect, it } from "vitest"
import { isComplaint, shownLine } from "./shownLine.ts"

const logged = (facts: Readonly<Record<string, unknown>>) =>
  JSON.stringify({ time: "2026-11-21T05:25:32.785Z", level: "info", message: "…", ...facts })

const request = (method: string, status: number) =>
  logged({ request_id: "r-1", method, route: "/api/v1/employers", status, duration_ms: 22 })

describe("of what the programs print, a terminal shows", () => {
  it.each([
    ["a line for people as it is", "05:25:32  204  POST /webhooks", "05:25:32  204  POST /webhooks"],
    ["what isn't JSON after all", "{ not JSON", "{ not JSON"],
    [
      "a request that changed something",
      request("POST", 201),
      "05:25:32  201  POST /api/v1/employers  (22 ms)"
    ],
    [
      "a request that was refused, with its id",
      request("GET", 401),
      "05:25:32  401  GET /api/v1/employers  (22 ms)  request r-1"
    ],
    ["no request that only read", request("GET", 200), undefined],
    [
      "a call to a fund, without ids",
      logged({ message: "Called a fund", registration_id: "m-1", fund: "banksia", status: 201 }),
      "05:25:32  Called a fund  fund=banksia  status=201"
    ],
    [
      "a warning with what led to it",
      logged({
        level: "warn",
        message: "A worker failed",
        request_id: "r-1",
        causes: [
          { error: "SqlError", cause: { error: "Error", message: "gone", code: "57P01", stack: ["at a"] } }
        ]
      }),
      "05:25:32  WARN  A worker failed  request_id=r-1\n  SqlError\n  Error: gone: 57P01"
    ],
    [
      "a fault with its place in the code",
      logged({
        level: "error",
        message: "The request failed",
        causes: [{ error: "TypeError", stack: ["at a"] }]
      }),
      "05:25:32  ERROR  The request failed\n  TypeError\n    at a"
    ]
  ])("%s", (_, line, shown) => {
    expect(shownLine(line)).toBe(shown)
  })
})

describe("a complaint is", () => {
  it.each([
    ["a sentence to the person who started the program", "Port 4000 is taken by another program.", true],
    ["a warning", logged({ level: "warn" }), true],
    ["nothing that went well", logged({}), false]
  ])("%s", (_, line, is) => {
    expect(isComplaint(line)).toBe(is)
  })
})
