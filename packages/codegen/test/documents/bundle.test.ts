import { describe, expect, it } from "vitest"
import { bundle } from "../../src/documents/bundle.ts"
import { fromRecord } from "../../src/documents/Documents.ts"
import { briefly, findingsOf } from "../fixtures.ts"

const api = `
paths:
  /things/{id}: { $ref: paths/thing.yaml }
components:
  schemas:
    Own: { type: object, properties: { id: { $ref: ../schemas/values.yaml#/Id } } }
`
const files = {
  "api/openapi.yaml": api,
  "api/paths/thing.yaml": `
get:
  parameters: [{ $ref: ../../schemas/parameters.yaml#/Limit }]
  responses:
    '200': { content: { application/json: { schema: { $ref: ../../schemas/things.yaml#/Thing } } } }
    '404': { $ref: ../../schemas/problems.yaml#/NotFound }
`,
  "schemas/values.yaml": "Id: { type: string }\nLimitValue: { type: integer }",
  "schemas/things.yaml":
    "Thing: { type: object, properties: { id: { $ref: values.yaml#/Id }, self: { $ref: '#/Thing' } } }",
  "schemas/parameters.yaml": "Limit: { name: limit, in: query, schema: { $ref: values.yaml#/LimitValue } }",
  "schemas/problems.yaml": "NotFound: { description: Gone, headers: { A: { $ref: headers.yaml#/A } } }",
  "schemas/headers.yaml": "A: { schema: { type: string } }"
}

describe("bundle", () => {
  const made = bundle(fromRecord(files), "api/openapi.yaml", "openapi")

  it("brings everything in under its own name, each kind in its section, sorted", () => {
    expect(made.document["components"]).toEqual({
      headers: { A: { schema: { type: "string" } } },
      parameters: {
        Limit: { name: "limit", in: "query", schema: { $ref: "#/components/schemas/LimitValue" } }
      },
      responses: { NotFound: { description: "Gone", headers: { A: { $ref: "#/components/headers/A" } } } },
      schemas: {
        Id: { type: "string" },
        LimitValue: { type: "integer" },
        Own: { type: "object", properties: { id: { $ref: "#/components/schemas/Id" } } },
        Thing: {
          type: "object",
          properties: {
            id: { $ref: "#/components/schemas/Id" },
            self: { $ref: "#/components/schemas/Thing" }
          }
        }
      }
    })
    expect(Object.keys((made.document["components"] as { schemas: object }).schemas)).toEqual([
      "Id",
      "LimitValue",
      "Own",
      "Thing"
    ])
  })

  it("takes path items in whole", () => {
    expect(made.document["paths"]).toEqual({
      "/things/{id}": {
        get: {
          parameters: [{ $ref: "#/components/parameters/Limit" }],
          responses: {
            "200": { content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } } },
            "404": { $ref: "#/components/responses/NotFound" }
          }
        }
      }
    })
  })

  it("knows where everything was written", () => {
    expect(made.origin(["components", "schemas", "Thing", "properties"])).toEqual({
      document: "schemas/things.yaml",
      pointer: ["Thing", "properties"]
    })
    expect(made.origin(["paths", "/things/{id}", "get"])).toEqual({
      document: "api/paths/thing.yaml",
      pointer: ["get"]
    })
    expect(made.origin(["components", "schemas", "Own"])).toEqual({
      document: "api/openapi.yaml",
      pointer: ["components", "schemas", "Own"]
    })
  })

  it("uses a component that refers to one of the same name elsewhere as that one", () => {
    const documents = fromRecord({
      "a.yaml": "components: { schemas: { X: { $ref: b.yaml#/X } } }",
      "b.yaml": "X: { type: string }"
    })
    expect(bundle(documents, "a.yaml", "openapi").document).toEqual({
      components: { schemas: { X: { type: "string" } } }
    })
  })

  const refused: ReadonlyArray<
    readonly [string, { readonly given: Record<string, string>; readonly want: string }]
  > = [
    [
      "a reference to nothing",
      {
        given: { "a.yaml": "components: { schemas: { X: { $ref: b.yaml#/X } } }" },
        want: "ref_not_found /components/schemas/X"
      }
    ],
    [
      "a reference into the middle of a schema",
      {
        given: {
          "a.yaml":
            "components: { schemas: { X: { type: array, items: { $ref: b.yaml#/Y/properties/z } } } }",
          "b.yaml": "Y: { properties: { z: { type: string } } }"
        },
        want: "ref_not_to_component /components/schemas/X/items"
      }
    ],
    [
      "two components of one name with different content",
      {
        given: {
          "a.yaml": "components: { schemas: { X: { anyOf: [{ $ref: b.yaml#/Y }, { $ref: c.yaml#/Y }] } } }",
          "b.yaml": "Y: { type: string }",
          "c.yaml": "Y: { type: integer }"
        },
        want: "component_conflict /Y"
      }
    ],
    ["a document that isn't YAML", { given: { "a.yaml": "a: [" }, want: "invalid_document " }]
  ]

  it.each(refused)("refuses %s", async (_, { given, want }) => {
    expect(briefly(await findingsOf(() => bundle(fromRecord(given), "a.yaml", "openapi")))).toEqual([want])
  })
})
