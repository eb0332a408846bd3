/** The reference pages, as Markdown: complete, true to the specs, and linked to what is there. */
import { describe, expect, it } from "vitest"
import { apiOf, type Document, slugOf } from "../src/reference/Document.ts"
import { operationPage } from "../src/reference/operationPage.ts"
import { readReferences, referencePages } from "../src/reference/references.ts"

const references = readReferences()
const related = { since: "0.1.0", guides: [], errorAddress: (code: string) => `errors/#${code}` }
const pages = new Map(
  referencePages(references, [], related.errorAddress).map((page) => [page.slug, page] as const)
)

describe.each(references.map((reference) => [reference.api.name, reference] as const))(
  "the reference of %s",
  (name, { api }) => {
    const pageOf = (operationId: string) => pages.get(`reference/${name}/${slugOf(operationId)}`)

    it("has a page for each operation, with its call and a sample in each language", () => {
      expect(api.operations.length).toBeGreaterThan(2)
      for (const { method, operationId, path } of api.operations) {
        const { body = "" } = pageOf(operationId) ?? {}
        expect(body, operationId).toContain(`<span class="method">${method}</span> <code>${path}</code>`)
        const languages = [...body.matchAll(/data-sample="(\w+)"/g)].map(([, language]) => language)
        expect(languages).toEqual(["curl", "TypeScript", "Python", "Go"])
        expect(body, operationId).not.toContain("undefined")
      }
    })

    it("lists each error that an operation returns, with its cause", () => {
      for (const operation of api.operations) {
        const [, errors = ""] = pageOf(operation.operationId)?.body.split("\n## Errors\n") ?? []
        const shown = [
          ...errors.matchAll(/^- \*\*\d{3}\*\* \[`(\w+)`\]\(\S+\) {2}\n {2}\S.+\*\*What to do:\*\* \S/gm)
        ].map(([, code]) => code)
        for (const code of operation["x-problems"] ?? []) expect(shown, operation.operationId).toContain(code)
      }
    })

    it("has each schema that its pages lead to, and each parameter in its lists", () => {
      const anchors = [...(pages.get(`reference/${name}/schemas`)?.body.matchAll(/^## (\w+)$/gm) ?? [])].map(
        ([, schema = ""]) => schema.toLowerCase()
      )
      for (const operation of api.operations) {
        const { body = "" } = pageOf(operation.operationId) ?? {}
        const wanted = [...body.matchAll(/\/schemas\/#(\w+)\)/g)].map(([, anchor]) => anchor)
        expect(anchors).toEqual(expect.arrayContaining([...new Set(wanted)]))
        for (const { name: parameter } of operation.parameters ?? [])
          if (parameter !== "X-Request-Id") expect(body).toContain(`- \`${parameter}\` *`)
      }
    })
  }
)

const small: Document = {
  info: { title: "Small", version: "1.0.0", description: "" },
  servers: [],
  tags: [{ name: "things", description: "Things." }],
  paths: {
    "/things/{id}": {
      put: {
        operationId: "putThing",
        tags: ["things"],
        summary: "Put a thing",
        description: "Puts it. Twice is as once.",
        "x-planned": "1.1",
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string" }, example: "a b" },
          { name: "If-Match", in: "header", schema: { type: "string" }, example: '"3"' }
        ],
        requestBody: {
          content: {
            "application/json": {
              schema: { $ref: "#/components/schemas/Thing" },
              examples: { one: { value: { name: "Daughter's", isOld: true, parts: [], note: null } } }
            }
          }
        },
        responses: { "204": { description: "It is put." }, "404": { description: "There is none." } }
      }
    }
  },
  components: {
    schemas: {
      Thing: {
        type: "object",
        required: ["name"],
        properties: {
          name: { type: "string", minLength: 1, maxLength: 9, description: "What it is called." },
          kind: { type: ["string", "null"], enum: ["a", "b", null] },
          parts: { type: "array", maxItems: 3, items: { $ref: "#/components/schemas/Thing" } }
        }
      }
    }
  }
}

describe("the page of an operation", () => {
  const api = apiOf("partner-api", small)
  const caller = {
    originOf: () => "http://localhost:4000",
    keyOf: () => ({ header: "X-API-Key", variable: "KEY" }),
    hasSdk: true
  }
  const [operation] = api.operations
  const { body, description } = operationPage(api, operation as never, caller, related)

  it("says that it is planned, and for search what it is for", () => {
    expect(body).toContain("**Planned:** this operation answers 404 in this version.")
    expect(description).toBe("Puts it.")
  })

  it("lists fields with types, bounds and values, and leads to a schema within itself", () => {
    expect(body).toContain("- `name` *string, 1 to 9 characters, required*  \n  What it is called.")
    expect(body).toContain("- `kind` *string or null*  \n  One of `a`, `b`.")
    expect(body).toContain("- `parts` *array of object, at most 3 entries*")
    expect(body).toContain("  - as in [Thing](../../../reference/partner-api/schemas/#thing)")
  })

  it("has samples that are quoted as each language needs it", () => {
    expect(body).toContain(
      `curl -X PUT http://localhost:4000/things/a%20b \\\n  -H "X-API-Key: $KEY" \\\n  -H 'If-Match: "3"'`
    )
    expect(body).toContain(`"name": "Daughter'\\''s"`)
    expect(body).toContain(`params: { path: { id: "a b" }, header: { "If-Match": "\\"3\\"" } }`)
    expect(body).toContain(`        "isOld": True,\n        "parts": [],\n        "note": None,`)
    expect(body).toContain(`request.Header.Set("If-Match", "\\"3\\"")`)
  })
})
