import { resolve } from "node:path"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { embedMessages, isEmbedMessage } from "../../../contracts/src/embed-messages.ts"
import type { EmbedMessage, EmbedMessageData } from "../../../contracts/src/types/embed-messages.ts"
import { parseSpecs } from "../../src/parse/specs.ts"
import { findSources } from "../../src/sources.ts"

const specs = parseSpecs(findSources(resolve(import.meta.dirname, "../../../../specs")))
const document = specs.bundles.get("embed-messages")?.document ?? {}
const { schemas } = document["components"] as {
  readonly schemas: Readonly<Record<string, { readonly examples?: ReadonlyArray<unknown> }>>
}

// Own properties alone: a message from a browser has no others.
const ajv = new Ajv2020({ strict: false, validateFormats: false, ownProperties: true })
ajv.addSchema(document, "messages")
const fits = ajv.compile({ $ref: "messages#/components/schemas/EmbedMessage" })

const examples = Object.entries(schemas)
  .filter(([name]) => name.endsWith("Message"))
  .flatMap(([, { examples = [] }]) => examples)

const run = { seed: 20261123, numRuns: 3000 }

/** Every path of a JSON value to something inside it, and to itself. */
const pathsOf = (value: unknown): ReadonlyArray<ReadonlyArray<string>> =>
  typeof value !== "object" || value === null
    ? [[]]
    : [[], ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner).map((path) => [key, ...path]))]

/** The value with another one at a path; `undefined` takes the property away. A list gets the item at its end. */
const replaced = (value: unknown, [key, ...rest]: ReadonlyArray<string>, by: unknown): unknown => {
  if (key === undefined || typeof value !== "object" || value === null) return by
  const inner = replaced(Reflect.get(value, key), rest, by)
  if (!Array.isArray(value)) {
    const others = Object.entries(value).filter(([other]) => other !== key)
    return Object.fromEntries(inner === undefined ? others : [...others, [key, inner]])
  }
  const others = value.filter((_, index) => String(index) !== key)
  return inner === undefined ? others : [...others, inner]
}

const leaf = fc.oneof(
  fc.constantFrom(
    "",
    "v1",
    "v2",
    "a".repeat(64),
    "a".repeat(65),
    "Saved",
    "saved\n",
    "identity",
    "2026-11-21T00:30:00Z"
  ),
  fc.constantFrom(...Object.keys(embedMessages), "toString", "__proto__", "constructor"),
  fc.constantFrom(
    -1,
    -0,
    0,
    1,
    19_999,
    20_000,
    20_001,
    1.5,
    1e300,
    Number.NaN,
    Infinity,
    -Infinity,
    null,
    true
  ),
  fc.constantFrom({}, [], { width: 1 }, [{ step: "identity", state: "finished" }]),
  fc.string({ unit: "binary", maxLength: 70 }),
  fc.jsonValue({ maxDepth: 2 })
)

/** An example with up to three changes: a value replaced, a property taken away, or one added. */
const nearMessages = fc
  .tuple(
    fc.constantFrom(...examples),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom("replace", "remove", "add"), leaf), { maxLength: 3 })
  )
  .map(([example, changes]) =>
    changes.reduce<unknown>((value, [at, how, by]) => {
      const paths = pathsOf(value)
      const path = paths[at % paths.length] ?? []
      return replaced(
        value,
        how === "add" ? [...path.slice(0, -1), "more"] : path,
        how === "remove" ? undefined : by
      )
    }, example)
  )

describe("isEmbedMessage accepts exactly what the schemas accept", () => {
  it("every example, and there is one of each kind", () => {
    for (const example of examples) expect([fits(example), isEmbedMessage(example)]).toEqual([true, true])
    expect(examples.map((example) => (example as { kind: string }).kind).toSorted()).toEqual(
      Object.keys(embedMessages).toSorted()
    )
  })

  it("messages that are changed in up to three places, both accepted and refused ones", () => {
    const seen = { accepted: 0, refused: 0 }
    fc.assert(
      fc.property(nearMessages, (value) => {
        const isAccepted = fits(value)
        seen[isAccepted ? "accepted" : "refused"]++
        expect(isEmbedMessage(value)).toBe(isAccepted)
      }),
      run
    )
    expect(seen.accepted).toBeGreaterThan(500)
    expect(seen.refused).toBeGreaterThan(500)
  })

  it("any JSON value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(isEmbedMessage(value)).toBe(fits(value))
      }),
      run
    )
  })
})

const size = (bounds: unknown) => ({ kind: "windowDimensionChange", version: "v1", data: { bounds } })

/** Values that no browser delivers and no schema describes, but that a program of the page could make. */
const strange: ReadonlyArray<readonly [string, () => unknown]> = [
  ["a kind that every object inherits", () => ({ kind: "toString", version: "v1", data: {} })],
  ["a kind that is the prototype", () => JSON.parse('{"kind":"__proto__","version":"v1","data":{}}')],
  ["an inherited kind", () => Object.create({ kind: "activity", version: "v1", data: {} })],
  ["an inherited bound", () => size(Object.create({ width: 1, height: 1 }))],
  [
    "an instance of a class",
    () =>
      new (class {
        readonly kind = "activity"
        readonly version = "v1"
        readonly data = {}
      })()
  ],
  ["data that is a list", () => ({ kind: "activity", version: "v1", data: [] })],
  ["data that is a date", () => ({ kind: "activity", version: "v1", data: new Date(0) })],
  [
    "a property with a symbol as its name",
    () => ({ kind: "activity", version: "v1", data: {}, [Symbol("x")]: 1 })
  ],
  [
    "a hidden property",
    () => Object.defineProperty({ kind: "activity", version: "v1", data: {} }, "more", { value: 1 })
  ],
  ["a text object", () => ({ kind: new String("activity"), version: "v1", data: {} })],
  ["a big integer", () => size({ width: 1n, height: 1 })],
  [
    "a list with a hole",
    () => {
      const steps = [
        { step: "identity", state: "finished" },
        { step: "tax", state: "finished" }
      ]
      delete steps[0]
      return { kind: "onboardingStepChanged", version: "v1", data: { current_step: "tax", steps } }
    }
  ],
  [
    "a list with a name",
    () => {
      const steps = Object.assign([{ step: "identity", state: "finished" }], { more: 1 })
      return { kind: "onboardingStepChanged", version: "v1", data: { current_step: "tax", steps } }
    }
  ]
]

describe("isEmbedMessage trusts nothing", () => {
  it.each(strange)("%s is refused", (_, make) => {
    expect(isEmbedMessage(make())).toBe(false)
  })

  it("a computed property is refused, and never read", () => {
    let reads = 0
    const data = Object.defineProperty({}, "code", { enumerable: true, get: () => (reads++, "not_found") })
    expect(isEmbedMessage({ kind: "failed", version: "v1", data })).toBe(false)
    expect(reads).toBe(0)
  })

  it("an object without a prototype is accepted", () => {
    const data = Object.create(null)
    expect(isEmbedMessage({ kind: "activity", version: "v1", data })).toBe(true)
  })
})

/** The types know the data of each kind; a wrong one doesn't compile. */
const heightOf = (message: EmbedMessage): number | undefined =>
  message.kind === "windowDimensionChange" ? message.data.bounds.height : undefined

const toast: EmbedMessageData["toast"] = { kind: "success", code: "saved" }
// @ts-expect-error -- a toast has no text
const withText: EmbedMessageData["toast"] = { kind: "success", code: "saved", message: "Hello Niamh" }

describe("the types of messages", () => {
  it("follow from the kind", () => {
    expect(
      heightOf({ kind: "windowDimensionChange", version: "v1", data: { bounds: { width: 1, height: 2 } } })
    ).toBe(2)
    expect(isEmbedMessage({ kind: "toast", version: "v1", data: toast })).toBe(true)
    expect(isEmbedMessage({ kind: "toast", version: "v1", data: withText })).toBe(false)
  })
})
