import { afterAll, describe, expect, it } from "vitest"
import { worst } from "../src/Change.ts"
import { compareDocuments } from "../src/compare.ts"
import { released } from "./baseline.ts"
import { embedApiRows } from "./embed-api.rows.ts"
import { fundApiRows } from "./fund-api.rows.ts"
import { fundFileRows } from "./fund-files.rows.ts"
import { partnerApiRows } from "./partner-api.rows.ts"
import { redoclySays } from "./redocly.ts"
import { webhookRows } from "./webhooks.rows.ts"

const rows = [...fundApiRows, ...partnerApiRows, ...webhookRows, ...embedApiRows, ...fundFileRows]
const printed = new Map<string, string>()

describe("a seeded change has its class, for those who call and for those who implement", () => {
  it.concurrent.each(rows)(
    "$document: $name",
    async ({ document, name, change, callers, implementers, silent }) => {
      const [before, after] = [released(document), released(document)]
      change(after)
      const changes = compareDocuments(document, before, after)
      const found = {
        callers: worst(changes.map((each) => each.callers)),
        implementers: worst(changes.map((each) => each.implementers))
      }
      const redocly = document === "fund-files" ? "not for files" : await redoclySays(document, before, after)
      printed.set(
        `${document} ${name}`,
        [
          document.padEnd(12),
          name.padEnd(56),
          found.callers.padEnd(11),
          found.implementers.padEnd(13),
          redocly
        ].join(" ")
      )
      expect({ ...found, changes }).toMatchObject({ callers, implementers })
      expect(changes.length === 0).toBe(silent)
    }
  )

  it("at least forty of them, by name", () => {
    expect(new Set(rows.map(({ document, name }) => `${document} ${name}`)).size).toBeGreaterThanOrEqual(40)
  })

  afterAll(() => {
    const head = [
      "document".padEnd(12),
      "change".padEnd(56),
      "callers".padEnd(11),
      "implementers".padEnd(13),
      "redocly diff"
    ]
    console.log(
      ["", head.join(" "), ...rows.map(({ document, name }) => printed.get(`${document} ${name}`)), ""].join(
        "\n"
      )
    )
  })
})
