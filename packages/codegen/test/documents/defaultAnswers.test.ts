import { describe, expect, it } from "vitest"
import { bundle } from "../../src/documents/bundle.ts"
import { fromRecord } from "../../src/documents/Documents.ts"
import { findingsOf } from "../fixtures.ts"

const files = (operation: string) => ({
  "api/openapi.yaml": `
openapi: 3.1.1
security: [{ Key: [] }]
x-default-answers:
  - { when: always, answers: { "500": { $ref: ../problems.yaml#/Failed } }, headers: { X-Id: { $ref: ../problems.yaml#/Id } } }
  - { when: secured, answers: { "401": { $ref: ../problems.yaml#/Unknown } } }
  - { when: body, answers: { "400": { $ref: ../problems.yaml#/Malformed } } }
  - { when: content, answers: { "406": { $ref: ../problems.yaml#/Refused } } }
  - { when: path, answers: { "404": { $ref: ../problems.yaml#/Missing } } }
  - { when: If-Match, answers: { "428": { $ref: ../problems.yaml#/Unseen } } }
paths: { /things: { $ref: paths.yaml#/things } }
`,
  "api/paths.yaml": `
things:
  get: ${operation}
`,
  "problems.yaml": `
Id: { schema: { type: string } }
ETag: { schema: { type: string } }
IfMatch: { name: If-Match, in: header }
${["Failed", "Unknown", "Malformed", "Refused", "Missing", "Unseen", "Own"].map((name) => `${name}: { description: ${name}. }`).join("\n")}
`
})

interface Answers {
  readonly [status: string]: { readonly $ref?: string; readonly headers?: object }
}

const operationOf = (operation: string) => {
  const { document } = bundle(fromRecord(files(operation)), "api/openapi.yaml", "openapi")
  expect(document["x-default-answers"]).toBeUndefined()
  const paths = document["paths"] as { "/things": { get: { responses: Answers } } }
  return paths["/things"].get
}
const statuses = (operation: string) => Object.keys(operationOf(operation).responses).join(" ")

describe("the answers that an operation has because of what it is", () => {
  it.each([
    ["secured by the document", "{ responses: { '204': { description: Done. } } }", "204 401 500"],
    ["open", "{ security: [], responses: { '204': { description: Done. } } }", "204 500"],
    ["with a body", "{ security: [], requestBody: { content: {} }, responses: {} }", "400 500"],
    ["that answers content", "{ security: [], responses: { '200': { content: {} } } }", "200 406 500"],
    ["with a path", "{ security: [], parameters: [{ in: path, name: id }], responses: {} }", "404 500"],
    [
      "that takes a header",
      "{ security: [], parameters: [{ $ref: ../problems.yaml#/IfMatch }], responses: {} }",
      "428 500"
    ],
    ["without one of them", "{ x-without: ['500'], responses: {} }", "401"]
  ])("an operation %s", (_, operation, want) => {
    expect(statuses(operation)).toBe(want)
  })

  it("its own answer of a status counts, and x-without isn't published", () => {
    const { responses, ...rest } = operationOf(
      "{ x-without: ['401'], responses: { '500': { $ref: ../problems.yaml#/Own } } }"
    )
    expect(responses).toEqual({ "500": { $ref: "#/components/responses/Own" } })
    expect(rest).toEqual({})
  })

  it("headers go before the headers of its successes, and stay away from its problems", () => {
    const { responses } = operationOf(
      "{ responses: { '200': { headers: { ETag: { $ref: ../problems.yaml#/ETag } } } } }"
    )
    expect(Object.keys(responses["200"]?.headers ?? {})).toEqual(["X-Id", "ETag"])
    expect(responses["500"]).toEqual({ $ref: "#/components/responses/Failed" })
  })

  it("a reference to nothing is a finding", async () => {
    const documents = fromRecord({
      "api/openapi.yaml": `x-default-answers: [{ when: always, answers: { "500": { $ref: gone.yaml#/Failed } } }]`
    })
    expect(await findingsOf(() => bundle(documents, "api/openapi.yaml", "openapi"))).toMatchObject([
      { code: "ref_not_found" }
    ])
  })
})
