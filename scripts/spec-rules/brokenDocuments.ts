import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { day, type Good, employer, post } from "./goodDocument.ts"
import { runJsonTool } from "../support/tools.ts"

/** For each rule the ways to break it, each with its name. */
export const cases: ReadonlyArray<readonly [rule: string, broken: string, (document: Good) => unknown]> = [
  ["operation-source", "no x-source", (d) => (post(d)["x-source"] = undefined)],
  ["operation-source", "a section that nobody knows", (d) => (post(d)["x-source"] = "my own mind")],
  ["schema-source", "no x-source", (d) => (employer(d)["x-source"] = undefined)],
  ["planned-milestone", "a milestone that nobody knows", (d) => (post(d)["x-planned"] = "some day")],
  ["operation-source", "an id of another form", (d) => (post(d)["x-source"] = "R-2.1-1, REQ 7")],
  ["known-extension", "a second way to cite", (d) => (employer(d)["x-requirements"] = ["R-2.1-1"])],
  ["known-extension", "a slip in an extension", (d) => (employer(d)["x-soruce"] = "D-envelope")],
  ["bounded-schema", "text without an end", (d) => (day(d)["maxLength"] = undefined)],
  ["portable-schema", "two types besides null", (d) => (day(d)["type"] = ["string", "boolean", "null"])],
  [
    "portable-schema",
    "a const without a type",
    (d) => (employer(d).properties.lid = { const: true, description: "It has a lid." })
  ],
  [
    "portable-schema",
    "a tuple",
    (d) =>
      (employer(d).properties.size = {
        type: "array",
        prefixItems: [{ type: "boolean" }],
        maxItems: 1,
        description: "Its size."
      })
  ],
  [
    "portable-schema",
    "a discriminator without a mapping",
    (d) => (employer(d).discriminator = { propertyName: "employees" })
  ],
  ["portable-schema", "values that become one constant", (d) => (day(d)["enum"] = ["GMT+1", "gmt_1"])],
  ["portable-schema", "the nullable of OpenAPI 3.0", (d) => (day(d)["nullable"] = true)],
  [
    "portable-schema",
    "an allOf that comes back to itself",
    (d) => {
      day(d)["allOf"] = [{ $ref: "#/components/schemas/Week" }]
      d.components.schemas["Week"] = { ...day(d), allOf: [{ $ref: "#/components/schemas/Day" }] }
    }
  ],
  [
    "text-without-controls",
    "text without a pattern",
    (d) => (day(d)["pattern"] = day(d)["format"] = undefined)
  ],
  ...[
    ["a class that leaves out C0 alone", "^[^\\u0000-\\u001f]{1,10}$"],
    ["a class that leaves out white space alone", "^[^\\s@]+$"],
    ["a class that leaves out control characters alone", "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"],
    ["a full stop", "^.{10}$"],
    ["an escape", "^[0-9]{4}\\S+$"],
    ["an optional line break at the end", "^[0-9]+\\n?$"],
    ["a class of everything", "^a[^]*$"],
    ["a pattern that binds no end", "^[0-9]{4}"],
    ["alternatives of which each binds one end", "^[0-9]{4}|[0-9]{2}$"],
    ["a pattern that can't be judged", "^(?!x)[0-9-]+$"]
  ].map(([broken, pattern]): (typeof cases)[number] => [
    "text-without-controls",
    broken!,
    (d) => (day(d)["pattern"] = pattern)
  ]),
  [
    "text-without-controls",
    "a value with a control character",
    (d) => {
      day(d)["pattern"] = day(d)["format"] = undefined
      day(d)["enum"] = ["a\u0085b"]
    }
  ],
  [
    "text-without-controls",
    "a query parameter that takes anything",
    (d) => {
      post(d).parameters = [
        { name: "colour", in: "query", description: "Its colour.", schema: { type: "string", maxLength: 9 } }
      ]
    }
  ],
  [
    "text-without-controls",
    "a header that takes anything",
    (d) =>
      (post(d).responses["201"].headers = {
        "X-Request-Id": { description: "Names the request.", schema: { type: "string", maxLength: 36 } }
      })
  ],
  [
    "snake-case-properties",
    "a property in camelCase",
    (d) => (employer(d).properties.knownSince = { $ref: "#/components/schemas/Day" })
  ],
  ["schema-name", "a schema in lower case", (d) => (d.components.schemas["employer"] = employer(d))],
  ["schema-description", "a schema without a word", (d) => (employer(d).description = undefined)],
  [
    "property-description",
    "a property without a word",
    (d) => (employer(d).properties.colour = { type: "string", maxLength: 9 })
  ],
  ["operation-id-camel", "an operationId in snake_case", (d) => (post(d).operationId = "add_employer")],
  ["operation-summary", "a summary with a full stop", (d) => (post(d).summary = "Add an employer.")],
  ["operation-description-length", "a title again", (d) => (post(d).description = "Add an employer")],
  [
    "tag-kebab-case",
    "a tag in words",
    (d) => {
      d.tags[0]!.name = "Employer records"
      post(d).tags = ["Employer records"]
    }
  ],
  [
    "request-examples",
    "an example without a summary",
    (d) => (post(d).requestBody.content["application/json"].examples.small = { value: { employees: 1 } })
  ],
  [
    "answer-examples",
    "an answer without examples",
    (d) => (post(d).responses["201"].content["application/json"].examples = undefined)
  ],
  ...["MDFhMWZiNzUtMWUwMA", "wattle"].map((example): (typeof cases)[number] => [
    "example-cursor",
    `a cursor that the service refuses, ${example}`,
    (d) => {
      const schema = { type: "string", maxLength: 512, pattern: "^[A-Za-z0-9_-]{1,512}$" }
      post(d).parameters = [{ name: "after", in: "query", description: "Where to go on.", schema, example }]
    }
  ]),
  [
    "example-cursor",
    "an answer's cursor that the service refuses",
    (d) => {
      const pagination = { next_cursor: "MDFhMWZiNzUtMWUwMA" }
      const small = { summary: "A small employer", value: { employees: 1, pagination } }
      post(d).responses["201"].content["application/json"].examples = { small }
    }
  ],
  [
    "error-is-problem",
    "an error of another kind",
    (d) => {
      const refusal = post(d).responses["400"]!
      refusal.content = { "text/plain": { schema: { type: "string", maxLength: 9 } } }
    }
  ],
  [
    "owasp:api2:2023-no-api-keys-in-url",
    "a key in the query",
    (d) => (d.components.securitySchemes.EmployerKey.in = "query")
  ],
  [
    "owasp:api8:2023-no-server-http",
    "plain http",
    (d) => (d.servers[0]!.url = "http://api.employers.example")
  ]
]

type Findings = ReadonlyArray<{ readonly code: string; readonly source: string }>

/** The rules of a ruleset that were broken, by file name. */
export const brokenRules = async (
  ruleset: string,
  documents: Readonly<Record<string, unknown>>
): Promise<ReadonlyMap<string, ReadonlyArray<string>>> => {
  const folder = mkdtempSync(join(tmpdir(), "spec-rules-"))
  try {
    const files = Object.entries(documents).map(([name, document]) => {
      const file = join(folder, `${name}.json`)
      writeFileSync(file, JSON.stringify(document))
      return file
    })
    const options = ["--ruleset", ruleset, "--format", "json", "--quiet", "--ignore-unknown-format"]
    const found = new Map<string, Array<string>>()
    for (const { code, source } of await runJsonTool<Findings>("spectral", ["lint", ...options, ...files])) {
      const name = basename(source, ".json")
      found.set(name, [...(found.get(name) ?? []), code])
    }
    return found
  } finally {
    rmSync(folder, { recursive: true })
  }
}
