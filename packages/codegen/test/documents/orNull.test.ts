import { expect, it } from "vitest"
import { fromRecord } from "../../src/documents/Documents.ts"
import { withOrNull } from "../../src/documents/orNull.ts"
import { SpecError } from "../../src/findings.ts"

const documents = withOrNull(
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

const read = (name: string) => (documents.read("schemas/things.yaml") as Record<string, unknown>)[name]

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
  expect(read(name)).toEqual(want)
})

it("a name without a schema is an error with its place", () => {
  expect(() => documents.read("schemas/broken.yaml")).toThrow(SpecError)
})
