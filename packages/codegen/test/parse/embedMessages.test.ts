import { describe, expect, it } from "vitest"
import { fromRecord } from "../../src/documents/Documents.ts"
import { bundle } from "../../src/documents/bundle.ts"
import { withMessages } from "../../src/documents/messages.ts"
import type { Finding } from "../../src/findings.ts"
import { parseEmbedMessages } from "../../src/parse/embedMessages.ts"
import { briefly } from "../fixtures.ts"

/** The messages of a document with the messages `Saved`, whose data is given, and `Closed`. */
const parsed = (data: string, saved = "required: [kind, version, data]") => {
  const findings: Array<Finding> = []
  const yaml = `
openapi: 3.1.1
components:
  schemas:
    EmbedMessage: { oneOf: [{ $ref: '#/components/schemas/Saved' }, { $ref: '#/components/schemas/Closed' }] }
    Saved:
      type: object
      additionalProperties: false
      ${saved}
      properties:
        kind: { type: string, const: saved }
        version: { type: string, enum: [v1] }
        data: ${data}
    Closed:
      type: object
      additionalProperties: false
      required: [kind, version, data]
      properties:
        kind: { type: string, const: closed }
        version: { type: string, enum: [v1] }
        data: { type: object, additionalProperties: false, properties: {} }
    Code: { type: string, pattern: '^[a-z]+$', maxLength: 9 }
`
  const { messages } = parseEmbedMessages(
    bundle(fromRecord({ "messages.yaml": yaml }), "messages.yaml", "openapi"),
    findings
  )
  return { messages, findings: briefly(findings) }
}

const object = (properties: string, required = "[x]") =>
  `{ type: object, additionalProperties: false, required: ${required}, properties: { ${properties} } }`

describe("the messages of an embed", () => {
  it("are the members of the union, with the form of their data", () => {
    const { findings, messages } = parsed(
      object(
        "x: { $ref: '#/components/schemas/Code' }, y: { type: integer, minimum: 0, maximum: 9 }, " +
          "z: { type: array, maxItems: 2, items: { type: string, enum: [a, b] } }",
        "[x, y, z]"
      )
    )
    expect(findings).toEqual([])
    expect(messages).toEqual([
      {
        kind: "saved",
        data: {
          fields: {
            x: { pattern: "^[a-z]+$", min: 0, max: 9 },
            y: { from: 0, to: 9 },
            z: { items: { enum: ["a", "b"] }, min: 0, max: 2 }
          }
        }
      },
      { kind: "closed", data: { fields: {} } }
    ])
  })

  const refused = ["unsupported_message /components/schemas/Saved"]

  it.each([
    ["an optional property", object("x: { $ref: '#/components/schemas/Code' }", "[]")],
    ["free text", object("x: { type: string, maxLength: 9 }")],
    ["a text without a longest length", object("x: { type: string, pattern: '^a+$' }")],
    ["a number without bounds", object("x: { type: integer, minimum: 0 }")],
    ["a fraction", object("x: { type: number, minimum: 0, maximum: 1 }")],
    ["a list without a longest length", object("x: { type: array, items: { type: string, enum: [a] } }")],
    ["null", object("x: { type: [string, 'null'], pattern: '^a$', maxLength: 1 }")],
    ["an open object", "{ type: object, properties: {} }"]
  ])("can't hold %s", (_, data) => {
    expect(parsed(data).findings).toEqual(refused)
  })

  it("have exactly kind, version and data, all required", () => {
    expect(parsed(object("x: { type: boolean }", "[]"), "required: [kind, data]").findings).toEqual(refused)
  })
})

it("a row of the table of messages is a closed object, named for its kind", () => {
  const yaml = `
EmbedMessage:
  description: A message.
  x-messages:
    saved: { description: Sent after a save., data: { description: What., properties: { code: { $ref: "#/Code" } } }, example: { code: a } }
    "mfa_verification:complete": { description: Sent after a check., x-source: R-1-1 }
`
  const read = withMessages(fromRecord({ "embed-messages/messages.yaml": yaml })).read(
    "embed-messages/messages.yaml"
  )
  expect(read).toMatchObject({
    EmbedMessage: {
      oneOf: [{ $ref: "#/SavedMessage" }, { $ref: "#/MfaVerificationCompleteMessage" }]
    },
    SavedMessage: {
      required: ["kind", "version", "data"],
      properties: {
        kind: { const: "saved" },
        data: { additionalProperties: false, required: ["code"], properties: { code: { $ref: "#/Code" } } }
      },
      examples: [{ kind: "saved", version: "v1", data: { code: "a" } }]
    },
    MfaVerificationCompleteMessage: {
      properties: { data: { $ref: "#/NoMessageData" } },
      examples: [{ kind: "mfa_verification:complete", version: "v1", data: {} }],
      "x-source": "R-1-1"
    }
  })
})
