import { describe, expect, it } from "vitest"
import { AFTER_CHECK } from "./atoConnections.ts"

describe("a check of the ATO connection", () => {
  it.each([
    ["not_connected", "ok", "connected"],
    ["not_connected", "not_found", "not_connected"],
    ["not_connected", "error", "not_connected"],
    ["connected", "ok", "connected"],
    ["connected", "not_found", "lapsed"],
    ["connected", "error", "connected"],
    ["lapsed", "ok", "connected"],
    ["lapsed", "not_found", "lapsed"],
    ["lapsed", "error", "lapsed"]
  ] as const)("of an employer that is %s finds %s: %s", (status, found, want) => {
    expect(AFTER_CHECK[status][found]).toBe(want)
  })
})
