import { expect, it } from "vitest"
import { fromRecord } from "../../src/documents/Documents.ts"
import { withProblems } from "../../src/documents/problems.ts"

const documents = withProblems(
  fromRecord({
    "schemas/problems.yaml": `
x-problem:
  headers: { X-Request-Id: { $ref: "headers.yaml#/RequestId" } }
  body:
    required: [title, status, code]
    properties:
      title: { type: string }
      status: { type: integer, enum: [], description: The status. }
      code: { type: string, enum: [] }
      request_id: { type: string }
  example: { type: "https://docs.example/errors", request_id: "7" }
Conflict:
  x-status: 409
  description: The state doesn't allow it.
  headers: { Allow: { $ref: "headers.yaml#/Allow" } }
  required: [state]
  properties: { state: { type: string } }
  codes:
    closed: { title: It is closed, cause: It has ended., remedy: Open another., detail: Closed., instance: /a, state: ended }
    closed_by_hand: { summary: Somebody closed it, title: It is closed, code: closed, state: ended }
    moved: { $ref: "../examples.yaml#/Moved" }
  x-problems: [closed]
  x-source: D-paths
Elsewhere: { type: string }
`,
    "schemas/others.yaml": `
x-problem: problems.yaml#/x-problem
Gone: { x-status: 410, description: It is gone. Make another., body: It is gone., codes: { gone: { title: It is gone } } }
`
  })
)

const read = (name: string) => documents.read(`schemas/${name}.yaml`) as Record<string, any>

it("an answer has what all of its file have and its own, and an example for each row", () => {
  const value = { title: "It is closed", status: 409, code: "closed", request_id: "7", state: "ended" }
  const type = "https://docs.example/errors#closed"
  expect(read("problems")["Conflict"]).toEqual({
    description: "The state doesn't allow it.",
    headers: { "X-Request-Id": { $ref: "headers.yaml#/RequestId" }, Allow: { $ref: "headers.yaml#/Allow" } },
    content: {
      "application/problem+json": {
        schema: { $ref: "#/ConflictProblem" },
        examples: {
          closed: {
            summary: "It is closed",
            description: "It has ended.",
            "x-remedy": "Open another.",
            value: { ...value, type, detail: "Closed.", instance: "/a" }
          },
          closed_by_hand: { summary: "Somebody closed it", value: { ...value, type } },
          moved: { $ref: "../examples.yaml#/Moved" }
        }
      }
    },
    "x-problems": ["closed"],
    "x-source": "D-paths"
  })
})

it("its body has one status, each of the codes once, and its own properties last", () => {
  const body = read("problems")["ConflictProblem"]
  expect(body).toMatchObject({
    type: "object",
    description: "The state doesn't allow it.",
    required: ["title", "status", "code", "state"],
    "x-source": "D-paths"
  })
  expect(body.properties.status).toEqual({ type: "integer", enum: [409], description: "The status." })
  expect(body.properties.code.enum).toEqual(["closed", "moved"])
  expect(Object.keys(body.properties)).toEqual(["title", "status", "code", "request_id", "state"])
})

it("a file may take what all answers have from another, and its other entries stay", () => {
  expect(read("others")).toMatchObject({
    Gone: { headers: { "X-Request-Id": {} } },
    GoneProblem: { description: "It is gone.", required: ["title", "status", "code"] }
  })
  expect(Object.keys(read("problems"))).toEqual(["Conflict", "ConflictProblem", "Elsewhere"])
})
