import { describe, expect, it } from "vitest"
import { withProblemCodes } from "../../src/documents/problemCodes.ts"
import { briefly, findingsOf } from "../fixtures.ts"

const answer = (name: string, codes: ReadonlyArray<string>, always?: ReadonlyArray<string>) => ({
  response: {
    description: name,
    content: { "application/problem+json": { schema: { $ref: `#/components/schemas/${name}Problem` } } },
    ...(always === undefined ? {} : { "x-problems": always })
  },
  schema: { properties: { code: { enum: codes } } }
})

const answers = {
  Missing: answer("Missing", ["not_found", "no_number"], ["not_found"]),
  Failed: answer("Failed", ["failed"]),
  Conflict: answer("Conflict", ["taken", "in_progress"])
}

const document = (operation: object) => ({
  paths: { "/things": { get: operation } },
  components: {
    responses: Object.fromEntries(Object.entries(answers).map(([name, { response }]) => [name, response])),
    schemas: Object.fromEntries(
      Object.entries(answers).map(([name, { schema }]) => [`${name}Problem`, schema])
    )
  }
})

const to = (name: string, description?: string) => ({
  $ref: `#/components/responses/${name}`,
  ...(description === undefined ? {} : { description })
})

const completed = (operation: object) => {
  const { components, paths } = withProblemCodes("api.yaml", document(operation))
  const things = paths as { "/things": { get: { responses: object; "x-problems"?: ReadonlyArray<string> } } }
  return { components, ...things["/things"].get }
}

describe("the problems of an operation", () => {
  it("are those of its answers with one code, those that an answer always has, and its own", () => {
    const { responses, ...rest } = completed({
      "x-problems": ["taken"],
      responses: {
        "500": to("Failed"),
        "404": to("Missing"),
        "409": to("Conflict"),
        "204": { description: "" }
      }
    })
    expect(rest["x-problems"]).toEqual(["not_found", "taken", "failed"])
    expect(responses).toEqual({
      "204": { description: "" },
      "404": to("Missing"),
      "409": to("Conflict", "`taken`."),
      "500": to("Failed")
    })
  })

  it("are listed in the answer's description, if it has none of its own", () => {
    const { responses } = completed({
      "x-problems": ["taken", "in_progress", "no_number"],
      responses: {
        "404": to("Missing", "`not_found`, or `no_number` if there is none for this `id`."),
        "409": to("Conflict")
      }
    })
    expect(responses).toEqual({
      "404": to("Missing", "`not_found`, or `no_number` if there is none for this `id`."),
      "409": to("Conflict", "One of: `taken`, `in_progress`.")
    })
  })

  it("aren't published as the list of an answer, nor made up for a document that lists none", () => {
    const { components } = withProblemCodes("api.yaml", document({ responses: { "409": to("Conflict") } }))
    expect(JSON.stringify(components)).not.toContain("x-problems")
    expect(completed({ responses: { "409": to("Conflict") } })).not.toHaveProperty("x-problems")
  })

  it.each([
    [
      "an answer of several codes without one",
      ["no_number"],
      { "404": to("Missing"), "409": to("Conflict") }
    ],
    ["a code of none of its answers", ["taken", "no_number"], { "409": to("Conflict") }],
    ["a description that names others", ["taken"], { "409": to("Conflict", "`in_progress`.") }]
  ])("%s is a finding", async (_, problems, responses) => {
    const found = await findingsOf(() =>
      withProblemCodes("api.yaml", document({ "x-problems": problems, responses }))
    )
    expect(briefly(found)).toEqual(["problem_codes /paths/~1things/get"])
  })
})
