import { describe, expect, it } from "vitest"
import { worst } from "../../src/changes/Change.ts"
import { compareDocuments } from "../../src/changes/compare.ts"
import { released } from "./baseline-documents.ts"
import { embedApiRows, partnerApiRows } from "./partner-api.rows.ts"
import { fundApiRows } from "./fund-api.rows.ts"
import { fundFileRows } from "./fund-files.rows.ts"
import { webhookRows } from "./webhooks.rows.ts"

const rows = [...fundApiRows, ...partnerApiRows, ...webhookRows, ...embedApiRows, ...fundFileRows]
describe("a seeded change has its class, for callers and for implementers", () => {
  it.each(rows)("$document: $name", ({ document, change, callers, implementers, silent }) => {
    const [before, after] = [released(document), released(document)]
    change(after)
    const changes = compareDocuments(document, before, after)
    const found = {
      callers: worst(changes.map((each) => each.callers)),
      implementers: worst(changes.map((each) => each.implementers))
    }
    expect({ ...found, changes }).toMatchObject({ callers, implementers })
    expect(changes.length === 0).toBe(silent)
  })

  it("at least forty of them, by name", () => {
    expect(new Set(rows.map(({ document, name }) => `${document} ${name}`)).size).toBeGreaterThanOrEqual(40)
  })
})
