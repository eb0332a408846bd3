import { describe, expect, it } from "vitest"
import { fromRecord } from "../../src/documents/Documents.ts"
import { withValues } from "../../src/documents/values.ts"

const documents = withValues(
  fromRecord({
    "schemas/values.yaml": `
Kind: { type: string, description: An open set., x-known: ../kinds.yaml#/kinds }
Code: { type: string, description: An open set., x-known: "#/Known/enum" }
Known: { enum: [one, two] }
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

  it("a table of values and their meanings is the enum and the text of a closed set", () => {
    expect(read("Play").properties.play).toEqual({
      type: "string",
      description: "What is played. `late`: Answers late. `never`: Never answers.",
      enum: ["late", "never"]
    })
  })
})
