import { describe, expect, it } from "vitest"
import { fromRecord } from "../../src/documents/Documents.ts"
import { withDrafts } from "../../src/documents/drafts.ts"

const documents = withDrafts(
  fromRecord({
    "schemas/values.yaml": `
Name: { type: string, minLength: 1 }
Place: { type: object, description: Where., required: [street], properties: { street: { $ref: "#/Name" } } }
`,
    "schemas/steps.yaml": `
Step:
  type: object
  additionalProperties: false
  required: [name]
  properties:
    name: { $ref: values.yaml#/Name }
    born: { type: string, format: date }
    place: { $ref: values.yaml#/Place }
    answers:
      type: array
      description: What was asked.
      maxItems: 3
      items: { $ref: "#/Answer" }
Answer: { type: object, description: One answer., required: [question], properties: { question: { type: string } } }
`,
    "schemas/embed-drafts.yaml": `
Draft: { type: object, x-draft-of: steps.yaml#/Step, description: The draft., x-source: D-x }
Patch: { type: object, minProperties: 1, x-draft-patch-of: steps.yaml#/Step, description: The patch. }
More: { type: object, x-draft-of: values.yaml#/Place, properties: { is_new: { $ref: "#/EmbedDraftText" } } }
`,
    "schemas/broken.yaml": `Broken: { type: object, x-draft-of: values.yaml#/Name }`
  })
)
const read = (name: string) => (documents.read("schemas/embed-drafts.yaml") as any)[name]
const text = { $ref: "embed-drafts.yaml#/EmbedDraftText" }
const nullable = { $ref: "embed-drafts.yaml#/EmbedDraftTextOrNull" }

describe("a draft of a step", () => {
  it("has the step's fields as texts, and requires none", () => {
    expect(read("Draft")).toEqual({
      type: "object",
      description: "The draft.",
      "x-source": "D-x",
      properties: {
        name: text,
        born: text,
        place: { type: "object", description: "Where.", properties: { street: text } },
        answers: {
          type: "array",
          description: "What was asked.",
          maxItems: 3,
          items: {
            type: "object",
            description: "One answer.",
            required: ["question"],
            properties: { question: text }
          }
        }
      }
    })
  })

  it("as a merge patch is closed, and each text outside of lists may be null", () => {
    const { properties, ...patch } = read("Patch")
    expect(patch).toEqual({
      type: "object",
      minProperties: 1,
      description: "The patch.",
      additionalProperties: false
    })
    expect(properties.name).toEqual(nullable)
    expect(properties.place).toMatchObject({ additionalProperties: false, properties: { street: nullable } })
    expect(properties.answers.items).toMatchObject({
      additionalProperties: false,
      properties: { question: text }
    })
  })

  it("may have fields of its own", () => {
    expect(read("More").properties).toEqual({ street: text, is_new: { $ref: "#/EmbedDraftText" } })
  })

  it("of something without fields is a mistake", () => {
    expect(() => documents.read("schemas/broken.yaml")).toThrow(/no fields to draft/)
  })
})
