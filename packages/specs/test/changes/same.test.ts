/** How a document is laid out is no change of it. Many more layouts: same.long.test.ts. */
import { describe, expect, it } from "vitest"
import { compareDocuments } from "../../src/changes/compare.ts"
import { comparePatterns } from "../../src/changes/schema/pattern.ts"
import { sameTests } from "./sameTests.ts"

sameTests({ small: 3, large: 1, classes: 1, seed: 1 })

describe("a schema that holds itself", () => {
  const answering = (node: object) => ({
    openapi: "3.1.1",
    paths: {
      "/trees": {
        get: {
          responses: {
            "200": {
              description: "A tree.",
              content: { "application/json": { schema: { $ref: "#/components/schemas/Tree" } } }
            }
          }
        }
      }
    },
    components: { schemas: { Tree: node } }
  })
  const tree = (maxLength: number) => ({
    type: "object",
    properties: {
      name: { type: "string", maxLength },
      parent: { oneOf: [{ $ref: "#/components/schemas/Tree" }, { type: "null" }] },
      children: { type: "array", items: { $ref: "#/components/schemas/Tree" } }
    }
  })

  it("is compared to its end, and once", () => {
    expect(compareDocuments("partner-api", answering(tree(10)), answering(tree(10)))).toEqual([])
    const changes = compareDocuments("partner-api", answering(tree(10)), answering(tree(20)))
    expect(changes).toMatchObject([
      { kind: "maxLength-raised", callers: "breaking", implementers: "compatible" }
    ])
  })
})

describe("patterns are compared by what they take", () => {
  const table: ReadonlyArray<readonly [string, string, { narrower: boolean; wider: boolean }]> = [
    ["^[a-z]{1,9}$", "^[a-z]{1,5}$", { narrower: true, wider: false }],
    ["^[a-z]{1,5}$", "^[a-z0-9]{1,9}$", { narrower: false, wider: true }],
    ["^(?:a|b)$", "^[ab]$", { narrower: false, wider: false }],
    ["^a", "a", { narrower: false, wider: true }],
    ["^a\\$$", "^a\\$", { narrower: false, wider: true }],
    ["^(?!0)[0-9]+$", "^[1-9][0-9]*$", { narrower: true, wider: true }]
  ]
  it.each(table)("%s and %s", (before, after, want) => expect(comparePatterns(before, after)).toEqual(want))
})
