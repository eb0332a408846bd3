import { describe, expect, it } from "vitest"
import { unaskedFields, unsentEvents, withoutComments } from "./spec-uses.ts"

describe("an event that nobody sends", () => {
  it.each([
    ["a property", 'events.record({ event: "employer_changed" })'],
    ["an effect of a state", '["send employer_changed"]']
  ])("is not one that %s names", (_, code) => {
    expect(unsentEvents(["employer_changed"], code)).toEqual([])
  })

  it.each([
    ["a comment", "/**\n * Sends `employer_changed`.\n */"],
    ["a longer name", 'const table = "employer_changed_rows"']
  ])("is one that only %s names", (_, code) => {
    expect(unsentEvents(["employer_changed"], withoutComments(code))).toEqual(["employer_changed"])
  })
})

describe("a field that no embed asks for", () => {
  const code = 'text("/address/postcode"); const body = { accepted_terms }'

  it("has neither its pointer nor its name in the code", () => {
    const pointers = ["/address/postcode", "/address/country", "/accepted_terms/*", "/preferred_name"]
    expect(unaskedFields(pointers, code)).toEqual(["/address/country", "/preferred_name"])
  })
})
