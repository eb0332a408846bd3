import { describe, expect, it } from "vitest"
import { statementLines } from "./sql-places.ts"

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
