import { expect, it } from "vitest"
import { withAnswers, withEnvelopes } from "../../src/documents/answers.ts"
import { withExamples } from "../../src/documents/examples.ts"
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

const examples = withExamples(
  fromRecord({
    "api/examples/things.yaml": `
New: { summary: New, value: { data: { name: a, tags: [x], size: { width: 1, depth: 2 }, draft: {} }, version: v1 } }
Wide: { summary: Wide, x-like: New, x-left-out: [data/draft], value: { data: { tags: [], size: { width: 9 } } } }
`,
    "api/examples/broken.yaml": "Wide: { x-like: New, value: {} }"
  })
)

it("an example that is like one before it says only what differs", () => {
  expect((examples.read("api/examples/things.yaml") as any).Wide).toEqual({
    summary: "Wide",
    value: { data: { name: "a", tags: [], size: { width: 9, depth: 2 } }, version: "v1" }
  })
  expect(() => examples.read("api/examples/broken.yaml")).toThrow(SpecError)
})
