import { expect, it } from "vitest"
import { withAnswers, withEnvelopes } from "../../src/documents/answers.ts"
import { fromRecord } from "../../src/documents/Documents.ts"
import { SpecError } from "../../src/findings.ts"

const documents = withAnswers(
  fromRecord({
    "schemas/input.yaml": `
Input:
  type: object
  additionalProperties: false
  properties:
    name: { $ref: values.yaml#/Name, description: A name. }
    born: { $ref: values.yaml#/Day }
`,
    "schemas/answers.yaml": `
Step: { type: object, required: [name], x-fields-of: input.yaml#/Input, properties: { agreed: { type: boolean } } }
Answer: { type: object, description: As given., x-answers-of: input.yaml#/Input }
`,
    "schemas/broken.yaml": `Broken: { type: object, x-fields-of: input.yaml#/Missing }`
  })
)

const read = (name: string) => (documents.read("schemas/answers.yaml") as Record<string, unknown>)[name]

it("the fields of an input are a step's, beside its own", () => {
  expect(read("Step")).toEqual({
    type: "object",
    required: ["name"],
    properties: {
      name: { $ref: "values.yaml#/Name", description: "A name." },
      born: { $ref: "values.yaml#/Day" },
      agreed: { type: "boolean" }
    }
  })
})

it("the fields of an input are all in an answer, where each may be null", () => {
  expect(read("Answer")).toEqual({
    type: "object",
    description: "As given.",
    required: ["name", "born"],
    properties: {
      name: { $ref: "nullable-values.yaml#/NameOrNull", description: "A name." },
      born: { $ref: "nullable-values.yaml#/DayOrNull" }
    }
  })
})

it("an input that doesn't exist is an error with its place", () => {
  expect(() => documents.read("schemas/broken.yaml")).toThrow(SpecError)
})

const enveloped = withEnvelopes(
  fromRecord({
    "schemas/things.yaml": `
ThingAnswer: { description: One thing., x-envelope-of: "#/Thing", x-source: D-envelope }
ThingsAnswer: { description: Things., x-page-of: { $ref: "#/Thing", description: The things of this page. } }
`
  })
)
const version = { $ref: "values.yaml#/ApiVersion" }

it("an answer in the envelope names only what it holds: one thing, or a page of them", () => {
  expect(enveloped.read("schemas/things.yaml")).toEqual({
    ThingAnswer: {
      type: "object",
      description: "One thing.",
      required: ["data", "version"],
      properties: { data: { $ref: "#/Thing" }, version },
      "x-source": "D-envelope"
    },
    ThingsAnswer: {
      type: "object",
      description: "Things.",
      required: ["data", "pagination", "version"],
      properties: {
        data: {
          type: "array",
          maxItems: 100,
          description: "The things of this page.",
          items: { $ref: "#/Thing" }
        },
        pagination: { $ref: "pagination.yaml#/Pagination" },
        version
      }
    }
  })
})
