import { expect, it } from "vitest"
import { fromRecord } from "../../src/documents/Documents.ts"
import { withPatterns } from "../../src/documents/patterns.ts"
import { SpecError } from "../../src/findings.ts"

const documents = withPatterns(
  fromRecord({
    "schemas/patterns.yaml": `digits: "[0-9]{2}"`,
    "schemas/values.yaml": `
Time: { type: string, pattern: "^\${digits}:\${digits}$", not: { pattern: "^\${digits}$" }, examples: ["\${digits}"] }
`,
    "schemas/broken.yaml": `Time: { type: string, pattern: "^\${missing}$" }`
  })
)

it("a part of a pattern is written once, and only patterns name it", () => {
  expect(documents.read("schemas/values.yaml")).toEqual({
    Time: {
      type: "string",
      pattern: "^[0-9]{2}:[0-9]{2}$",
      not: { pattern: "^[0-9]{2}$" },
      examples: ["${digits}"]
    }
  })
})

it("a part that doesn't exist is an error", () => {
  expect(() => documents.read("schemas/broken.yaml")).toThrow(SpecError)
})
