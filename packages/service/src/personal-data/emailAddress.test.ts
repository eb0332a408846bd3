import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { normaliseEmail } from "./emailAddress.ts"

const outcome = (input: string) =>
  Result.merge(Result.mapError(normaliseEmail(input), (finding) => finding.code))

describe("email has one @, a domain with a dot, and 254 characters at most", () => {
  it.each([
    ["Ada.Lovelace@Example.COM", "Ada.Lovelace@example.com"],
    [" ada@example.com ", "ada@example.com"],
    ["ada+super@mail.example.com.au", "ada+super@mail.example.com.au"],
    ["ada@example", "invalid_email"],
    ["ada@@example.com", "invalid_email"],
    ["ada@example..com", "invalid_email"],
    ["@example.com", "invalid_email"],
    ["ada lovelace@example.com", "invalid_email"],
    [`ada@${"x".repeat(250)}.com`, "invalid_email"]
  ])("%s is %s", (input, want) => {
    expect(outcome(input)).toBe(want)
  })
})
