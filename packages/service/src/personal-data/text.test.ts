import { EmailAddress } from "@embedded-super/contracts/schemas"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { normaliseEmail } from "./text.ts"

const outcome = (input: string) =>
  Option.match(Schema.decodeUnknownOption(EmailAddress)(input), {
    onNone: () => "refused",
    onSome: normaliseEmail
  })

describe("email has one @, a domain with a dot, and 254 characters at most", () => {
  it.each([
    ["Ada.Lovelace@Example.COM", "Ada.Lovelace@example.com"],
    ["ada+super@mail.example.com.au", "ada+super@mail.example.com.au"],
    ["zo\u00eb@b\u00fccher.example", "zo\u00eb@b\u00fccher.example"],
    [" ada@example.com ", "refused"],
    ["ada@example", "refused"],
    ["ada@@example.com", "refused"],
    ["ada@example..com", "refused"],
    ["@example.com", "refused"],
    ["ada lovelace@example.com", "refused"],
    [`ada@${"x".repeat(250)}.com`, "refused"]
  ])("%s is %s", (input, want) => {
    expect(outcome(input)).toBe(want)
  })
})

describe("email holds no control characters and nothing invisible", () => {
  it.each([
    "\u0000",
    "\u0007",
    "\u001b",
    "\u007f",
    "\u0085",
    "\u200b",
    "\u200e",
    "\u202e",
    "\u2066",
    "\u3164",
    "\ufeff",
    "\uffff",
    "\u{e0041}"
  ])("%j is refused before the @, after it, and at the end", (character) => {
    for (const address of [`a${character}@b.cd`, `a@b${character}.cd`, `a@b.cd${character}`])
      expect(outcome(address)).toBe("refused")
  })
})
