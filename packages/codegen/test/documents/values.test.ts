import { describe, expect, it } from "vitest"
import { fromRecord } from "../../src/documents/Documents.ts"
import { withOrNull, withPatterns, withValues } from "../../src/documents/values.ts"
import { SpecError } from "../../src/findings.ts"

const documents = withValues(
  fromRecord({
    "schemas/values.yaml": `
Kind: { type: string, description: An open set., x-known: ../kinds.yaml#/kinds }
Code: { type: string, description: An open set., x-known: "#/Known/enum" }
Known: { enum: [one, two] }
Pair: { type: object, x-required: all, properties: { one: {}, two: {} } }
Play:
  properties:
    play: { type: string, description: What is played., x-values: { late: Answers late., never: Never answers. } }
`,
    "kinds.yaml": "kinds: { broken: { title: Broken }, lost: { title: Lost } }"
  })
)
const read = (name: string) => (documents.read("schemas/values.yaml") as any)[name]

describe("values that are written once", () => {
  it("the text of an open set names the values that a table of another file has as keys", () => {
    expect(read("Kind")).toEqual({
      type: "string",
      description: "An open set. Known today: `broken`, `lost`.",
      "x-extensible-enum": ["broken", "lost"]
    })
  })

  it("or those that a list has", () => {
    expect(read("Code").description).toBe("An open set. Known today: `one`, `two`.")
  })

  it("an object of which all is required lists its properties once", () => {
    expect(read("Pair").required).toEqual(["one", "two"])
  })

  it("a table of values and their meanings is the enum and the text of a closed set", () => {
    expect(read("Play").properties.play).toEqual({
      type: "string",
      description: "What is played. `late`: Answers late. `never`: Never answers.",
      enum: ["late", "never"]
    })
  })
})

const patterned = withPatterns(
  fromRecord({
    "schemas/patterns.yaml": `{ digits: "[0-9]{2}", uuid: "[0-9a-f-]+" }`,
    "schemas/values.yaml": `
Id: { type: string, format: uuid, description: An id. }
Time: { type: string, pattern: "^\${digits}:\${digits}$", not: { pattern: "^\${digits}$" }, examples: ["\${digits}"] }
`,
    "schemas/broken.yaml": `Time: { type: string, pattern: "^\${missing}$" }`
  })
)

it("a part of a pattern is written once, and only patterns name it; an id gets the pattern of one", () => {
  expect(patterned.read("schemas/values.yaml")).toMatchObject({
    Id: {
      type: "string",
      format: "uuid",
      pattern: "^[0-9a-f-]+$",
      minLength: 36,
      maxLength: 36,
      description: "An id."
    },
    Time: {
      type: "string",
      pattern: "^[0-9]{2}:[0-9]{2}$",
      not: { pattern: "^[0-9]{2}$" },
      examples: ["${digits}"]
    }
  })
})

it("a part that doesn't exist is an error", () => {
  expect(() => patterned.read("schemas/broken.yaml")).toThrow(SpecError)
})

const nullable = withOrNull(
  fromRecord({
    "schemas/values.yaml": `
Abn: { type: string, pattern: "^[0-9]$", x-message: "an ABN", description: An ABN., examples: ["1"], x-check: abn }
Kind: { type: string, enum: [big, small], description: A kind., x-shown: false }
`,
    "schemas/things.yaml": `
Thing: { type: object, description: A thing., required: [size], properties: { size: { type: integer } } }
ThingOrNull: { x-or-null: A thing; or null. }
AbnOrNull: { x-or-null: "An ABN, or null." }
KindOrNull: { x-or-null: "A kind, or null.", x-message: "big or small" }
`,
    "schemas/broken.yaml": `MissingOrNull: { x-or-null: Nothing. }`
  })
)

const readNullable = (name: string) => (nullable.read("schemas/things.yaml") as Record<string, unknown>)[name]

it.each([
  [
    "ThingOrNull",
    {
      type: ["object", "null"],
      description: "A thing; or null.",
      required: ["size"],
      properties: { size: { type: "integer" } }
    }
  ],
  ["AbnOrNull", { type: ["string", "null"], pattern: "^[0-9]$", description: "An ABN, or null." }],
  [
    "KindOrNull",
    {
      type: ["string", "null"],
      enum: ["big", "small", null],
      description: "A kind, or null.",
      "x-shown": false,
      "x-message": "big or small"
    }
  ]
])("%s is the schema of its name, or null, without what only says something of the value", (name, want) => {
  expect(readNullable(name)).toEqual(want)
})

it("a name without a schema is an error with its place", () => {
  expect(() => nullable.read("schemas/broken.yaml")).toThrow(SpecError)
})
