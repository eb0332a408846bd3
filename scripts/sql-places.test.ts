import { describe, expect, it } from "vitest"
import { statementLines } from "./sql-places.ts"
import { unaskedFields, unsentEvents, withoutComments } from "./spec-uses.ts"

describe("where SQL statements are", () => {
  it.each([
    ["a tagged statement", "const rows = yield* sql`SELECT 1`"],
    ["one with a type", "yield* sql<{ id: string }>`\n  UPDATE funds SET name = ${name}`"],
    ["one under another tag", "db`DELETE FROM funds`"],
    ["one as plain text", 'const text = "INSERT INTO funds VALUES (1)"'],
    ["one that isn't parsed", "sql.unsafe(text)"]
  ])("finds %s", (_, text) => {
    expect(statementLines(`// first\n${text}`)).toEqual([2])
  })

  it.each([
    ["a fragment of columns", 'sql.literal("f.id, f.slug")'],
    ["a condition", "sql`f.held_until > ${now}`"],
    ["a comment", "/** Runs in the transaction of\n * `UPDATE funds`.\n */"],
    ["a sentence", '"Update the fund from its profile"']
  ])("takes %s for no statement", (_, text) => {
    expect(statementLines(text)).toEqual([])
  })
})

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
