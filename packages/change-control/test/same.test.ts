import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { worst } from "../src/Change.ts"
import { compareDocuments } from "../src/compare.ts"
import { documentNames } from "../src/documents.ts"
import { comparePatterns } from "../src/schema/pattern.ts"
import { released } from "./baseline.ts"
import { fundApiRows } from "./fund-api.rows.ts"
import type { Draft } from "./rows.ts"

/** The same value, with the keys of its objects and the names in `required` in another order. */
const shuffled = (value: Draft, random: () => number): Draft => {
  if (Array.isArray(value)) return value.map((item) => shuffled(item, random))
  if (typeof value !== "object" || value === null) return value
  const keys = Object.keys(value)
    .map((key) => [random(), key] as const)
    .toSorted(([a], [b]) => a - b)
  return Object.fromEntries(
    keys.map(([, key]) => [
      key,
      key === "required" && Array.isArray(value[key]) ? value[key].toReversed() : shuffled(value[key], random)
    ])
  )
}

/** The same document, with some references to schemas replaced by what they mean. */
const inlined = (document: Draft, random: () => number): Draft => {
  const walk = (value: Draft, depth: number): Draft => {
    if (Array.isArray(value)) return value.map((item) => walk(item, depth))
    if (typeof value !== "object" || value === null) return value
    const name = /^#\/components\/schemas\/(\w+)$/.exec(value.$ref ?? "")?.[1]
    if (name !== undefined && depth < 3 && random() < 0.5) {
      const { $ref: _, ...beside } = value
      return walk({ ...structuredClone(document.components.schemas[name]), ...beside }, depth + 1)
    }
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, depth)]))
  }
  return walk(document, 0)
}

/** A generator of numbers from a seed, so that a failure can be repeated. */
const numbersFrom = (seed: number) => {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

const seeds = fc.integer({ min: 1, max: 1_000_000_000 })

describe("what says the same is no change", () => {
  it.each(documentNames)("%s against itself", (name) => {
    expect(compareDocuments(name, released(name), released(name))).toEqual([])
  })

  // The order of a file's columns is part of it.
  const unordered = documentNames.filter((name) => name !== "fund-files")
  it.each(unordered)("%s with its keys in any order", (name) => {
    const property = fc.property(seeds, (seed) => {
      expect(compareDocuments(name, released(name), shuffled(released(name), numbersFrom(seed)))).toEqual([])
    })
    fc.assert(property, { numRuns: name === "partner-api" ? 3 : 15 })
  })

  it.each(documentNames)("%s with any of its references written out, on either side", (name) => {
    const property = fc.property(seeds, seeds, (one, other) => {
      const [before, after] = [one, other].map((seed) => inlined(released(name), numbersFrom(seed)))
      expect(compareDocuments(name, before, after)).toEqual([])
    })
    fc.assert(property, { numRuns: name === "partner-api" ? 3 : 15 })
  })
})

describe("a change has its class, however the document is laid out", () => {
  it.each(fundApiRows)("$name", ({ document, change, callers, implementers }) => {
    const [before, after] = [released(document), released(document)]
    change(after)
    const property = fc.property(seeds, seeds, (one, other) => {
      const laidOut = inlined(shuffled(after, numbersFrom(one)), numbersFrom(other))
      const changes = compareDocuments(document, before, laidOut)
      expect(worst(changes.map((each) => each.callers))).toBe(callers)
      expect(worst(changes.map((each) => each.implementers))).toBe(implementers)
    })
    fc.assert(property, { numRuns: 2 })
  })
})

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
