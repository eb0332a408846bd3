import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { worst } from "../../src/changes/Change.ts"
import { compareDocuments } from "../../src/changes/compare.ts"
import { documentNames } from "../../src/changes/documents.ts"
import { released } from "./baseline-documents.ts"
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

/** How often each property is tried, by the size of its document; without a seed each run has another, which a failure prints. */
interface Runs {
  readonly small: number
  readonly large: number
  readonly classes: number
  readonly seed?: number
}

export const sameTests = ({ seed, ...runs }: Runs): void => {
  const seeded = seed === undefined ? {} : { seed }

  describe("what says the same is no change", () => {
    it.each(documentNames)("%s against itself", (name) => {
      expect(compareDocuments(name, released(name), released(name))).toEqual([])
    })

    // The order of a file's columns is part of it.
    const unordered = documentNames.filter((name) => name !== "fund-files")
    it.each(unordered)("%s with its keys in any order", (name) => {
      const property = fc.property(seeds, (seed) => {
        expect(compareDocuments(name, released(name), shuffled(released(name), numbersFrom(seed)))).toEqual(
          []
        )
      })
      fc.assert(property, { ...seeded, numRuns: name === "partner-api" ? runs.large : runs.small })
    })

    it.each(documentNames)("%s with any of its references written out, on either side", (name) => {
      const property = fc.property(seeds, seeds, (one, other) => {
        const [before, after] = [one, other].map((seed) => inlined(released(name), numbersFrom(seed)))
        expect(compareDocuments(name, before, after)).toEqual([])
      })
      fc.assert(property, { ...seeded, numRuns: name === "partner-api" ? runs.large : runs.small })
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
      fc.assert(property, { ...seeded, numRuns: runs.classes })
    })
  })
}
