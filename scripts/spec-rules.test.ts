import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { runJsonTool } from "./support/tools.ts"

/** A document that satisfies every rule; each test breaks one of them. */
const good = () => {
  const header = {
    description: "Names the request.",
    schema: { type: "string", maxLength: 36, pattern: "^[0-9a-f-]{36}$" }
  }
  const headers = { "X-Request-Id": header }
  const problem = {
    type: "object",
    required: ["title"],
    properties: { title: { type: "string", maxLength: 80, description: "What went wrong." } }
  }
  const refusal = {
    description: "The body could not be read.",
    headers,
    content: {
      "application/problem+json": {
        schema: problem,
        examples: { malformed: { summary: "Not JSON", value: { title: "Not JSON" } } }
      }
    }
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Kettles",
      version: "1.0.0",
      description: "About kettles.",
      contact: { name: "Kettle people", url: "https://kettles.example", email: "all@kettles.example" },
      license: { name: "Apache 2.0", identifier: "Apache-2.0" }
    },
    servers: [{ url: "https://api.kettles.example", description: "Production." }],
    tags: [{ name: "kettle-care", description: "Care of kettles." }],
    security: [{ KettleKey: [] }],
    paths: {
      "/v1/kettles": {
        post: {
          operationId: "addKettle",
          tags: ["kettle-care"],
          summary: "Add a kettle",
          description: "Adds a kettle to the shelf, where everybody can find it later.",
          "x-source": "R-2.1-1, D-paths" as string | undefined,
          "x-planned": undefined as string | undefined,
          parameters: undefined as ReadonlyArray<object> | undefined,
          requestBody: {
            content: {
              "application/json": {
                schema: { $ref: "#/components/schemas/Kettle" },
                examples: { small: { summary: "A small kettle", value: { litres: 1 } } as object }
              }
            }
          },
          responses: {
            "201": {
              description: "It is on the shelf.",
              headers: headers as object,
              content: {
                "application/json": {
                  schema: { $ref: "#/components/schemas/Kettle" },
                  examples: { small: { summary: "A small kettle", value: { litres: 1 } } } as
                    | object
                    | undefined
                }
              }
            },
            "400": refusal as { content: object } | undefined
          }
        }
      }
    },
    components: {
      securitySchemes: {
        KettleKey: {
          type: "apiKey",
          in: "header",
          name: "X-Kettle-Key",
          description: "A key.",
          "x-principal": "Someone" as string | undefined
        }
      },
      schemas: {
        Kettle: {
          type: "object",
          description: "A kettle, as it stands on the shelf." as string | undefined,
          "x-source": "D-employer-record" as string | undefined,
          additionalProperties: false as boolean | undefined,
          required: ["litres"],
          properties: {
            litres: { type: "integer", minimum: 1, maximum: 9, description: "How much it holds." },
            made_on: { $ref: "#/components/schemas/Day" }
          } as Record<string, object>,
          examples: [{ litres: 2 }]
        },
        Day: {
          type: "string",
          format: "date",
          pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" as string | undefined,
          maxLength: 10 as number | undefined,
          description: "A day of the calendar.",
          "x-source": "D-paths"
        } as Record<string, unknown>
      } as Record<string, any>
    }
  }
}

type Good = ReturnType<typeof good>
const post = (document: Good) => document.paths["/v1/kettles"].post
const kettle = (document: Good) => document.components.schemas["Kettle"]
const day = (document: Good) => document.components.schemas["Day"]

const cases: ReadonlyArray<readonly [rule: string, broken: string, (document: Good) => unknown]> = [
  ["operation-source", "no x-source", (d) => (post(d)["x-source"] = undefined)],
  ["operation-source", "a section that nobody knows", (d) => (post(d)["x-source"] = "my own mind")],
  ["schema-source", "no x-source", (d) => (kettle(d)["x-source"] = undefined)],
  ["planned-milestone", "a milestone that nobody knows", (d) => (post(d)["x-planned"] = "some day")],
  ["operation-source", "an id of another form", (d) => (post(d)["x-source"] = "R-2.1-1, REQ 7")],
  ["known-extension", "a second way to cite", (d) => (kettle(d)["x-requirements"] = ["R-2.1-1"])],
  ["known-extension", "a slip in an extension", (d) => (kettle(d)["x-soruce"] = "D-envelope")],
  ["format-has-pattern", "a format alone", (d) => (day(d)["pattern"] = undefined)],
  ["bounded-schema", "text without an end", (d) => (day(d)["maxLength"] = undefined)],
  ["importable-schema", "a keyword that is lost", (d) => (kettle(d)["unevaluatedProperties"] = false)],
  ["importable-rule", "a text that excludes a value", (d) => (day(d)["not"] = { const: "2026-01-01" })],
  ["importable-rule", "a rule of another form", (d) => (kettle(d)["not"] = { required: ["litres"] })],
  [
    "importable-rule",
    "a consequence without a condition",
    (d) => (kettle(d)["else"] = { required: ["made_on"] })
  ],
  ["portable-schema", "two types besides null", (d) => (day(d)["type"] = ["string", "boolean", "null"])],
  [
    "portable-schema",
    "a const without a type",
    (d) => (kettle(d).properties.lid = { const: true, description: "It has a lid." })
  ],
  [
    "portable-schema",
    "a tuple",
    (d) =>
      (kettle(d).properties.size = {
        type: "array",
        prefixItems: [{ type: "boolean" }],
        maxItems: 1,
        description: "Its size."
      })
  ],
  [
    "portable-schema",
    "a discriminator without a mapping",
    (d) => (kettle(d).discriminator = { propertyName: "litres" })
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
    (d) => (kettle(d).properties.madeOn = { $ref: "#/components/schemas/Day" })
  ],
  ["schema-name", "a schema in lower case", (d) => (d.components.schemas["kettle"] = kettle(d))],
  ["schema-description", "a schema without a word", (d) => (kettle(d).description = undefined)],
  ["schema-examples", "an example that doesn't fit", (d) => (kettle(d).examples = [{ litres: 10 }])],
  [
    "property-description",
    "a property without a word",
    (d) => (kettle(d).properties.colour = { type: "string", maxLength: 9 })
  ],
  ["operation-id-camel", "an operationId in snake_case", (d) => (post(d).operationId = "add_kettle")],
  ["operation-summary", "a summary with a full stop", (d) => (post(d).summary = "Add a kettle.")],
  ["operation-description-length", "a title again", (d) => (post(d).description = "Add a kettle")],
  [
    "tag-kebab-case",
    "a tag in words",
    (d) => {
      d.tags[0]!.name = "Kettle care"
      post(d).tags = ["Kettle care"]
    }
  ],
  ["request-closed", "an open request", (d) => (kettle(d).additionalProperties = undefined)],
  [
    "request-examples",
    "an example without a summary",
    (d) => (post(d).requestBody.content["application/json"].examples.small = { value: { litres: 1 } })
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
      const small = { summary: "A small kettle", value: { litres: 1, pagination } }
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
    "security-principal",
    "a scheme that establishes nobody",
    (d) => (d.components.securitySchemes.KettleKey["x-principal"] = undefined)
  ],
  [
    "owasp:api2:2023-no-api-keys-in-url",
    "a key in the query",
    (d) => (d.components.securitySchemes.KettleKey.in = "query")
  ],
  ["owasp:api8:2023-no-server-http", "plain http", (d) => (d.servers[0]!.url = "http://api.kettles.example")]
]

type Findings = ReadonlyArray<{ readonly code: string; readonly source: string }>

/** The rules of a ruleset that were broken, by file name. */
const brokenRules = async (
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

describe("the Spectral rules", () => {
  let ours: Awaited<ReturnType<typeof brokenRules>>
  let others: Awaited<ReturnType<typeof brokenRules>>

  beforeAll(async () => {
    const broken = cases.map(([, , breakIt]) => {
      const document = structuredClone(good())
      breakIt(document)
      return document
    })
    const { paths } = good()
    const { "x-source": _, ...uncited } = paths["/v1/kettles"].post
    const ofATag = { paths: { "/v1/kettles": { post: uncited } } }
    ours = await brokenRules("specs/spectral.yaml", { ...broken, good: good(), ofATag })
    others = await brokenRules("specs/spectral-others.yaml", { ...broken, good: good() })
  })

  it("see the operations of a file that holds the paths of a tag", () => {
    expect(ours.get("ofATag")).toContain("operation-source")
  })

  it("say nothing of a document that keeps them", () => {
    expect([ours.get("good"), others.get("good")]).toEqual([undefined, undefined])
  })

  it.each(cases.map(([rule, broken], index) => [rule, broken, index] as const))(
    "%s: %s",
    (rule, _, index) => {
      expect((rule.startsWith("owasp") ? others : ours).get(String(index))).toContain(rule)
    }
  )
})

/** Published documents: self-contained, with every answer of an operation. */
const requestId = { "X-Request-Id": { schema: { type: "string" } } }
const published = {
  openapi: () => ({
    openapi: "3.1.1",
    info: { title: "Kettles", version: "1.0.0" },
    paths: {
      "/v1/kettles": {
        post: {
          parameters: [{ name: "If-Match", in: "header", required: true as boolean | undefined }],
          requestBody: { content: {} },
          responses: {
            "201": { headers: requestId as object },
            "400": { headers: requestId } as object | undefined,
            "428": { headers: requestId } as object | undefined
          }
        }
      }
    },
    webhooks: undefined as object | undefined,
    components: {
      schemas: { Kettle: { type: "object" }, KettleOrNull: { type: ["object", "null"] } } as Record<
        string,
        object
      >,
      parameters: { KettleHeader: { name: "X-Kettle", in: "header", schema: { type: "string" } } } as Record<
        string,
        object
      >
    }
  }),
  asyncapi: () => ({
    asyncapi: "3.0.0",
    info: { title: "Kettles", version: "1.0.0" },
    components: {
      schemas: {
        KettleBoiled: {
          title: "KettleBoiled" as string | undefined,
          type: "object",
          properties: {
            event: {
              title: "KettleBoiledEvent" as string | undefined,
              type: "string",
              enum: ["kettle_boiled"]
            }
          }
        }
      }
    }
  })
}

type Published = ReturnType<typeof published.openapi>
type Events = ReturnType<typeof published.asyncapi>

const addKettle = (document: Published) => document.paths["/v1/kettles"].post

const change = <A>(document: A, breakIt: (document: A) => unknown): A => {
  breakIt(document)
  return document
}
const openapi = (breakIt: (document: Published) => unknown) => change(published.openapi(), breakIt)
const asyncapi = (breakIt: (document: Events) => unknown) => change(published.asyncapi(), breakIt)

const publishedCases: ReadonlyArray<readonly [rule: string, broken: string, document: object]> = [
  [
    "published-distinct-names",
    "a parameter that is named as a schema",
    openapi((d) => (d.components.parameters["Kettle"] = d.components.parameters["KettleHeader"]!))
  ],
  [
    "published-distinct-names",
    "an answer that is named as a schema, but for capitals",
    openapi((d) => Object.assign(d.components, { responses: { kettle: { description: "A kettle." } } }))
  ],
  [
    "published-nullable-name",
    "NullableKettle",
    openapi((d) => (d.components.schemas["NullableKettle"] = { type: ["object", "null"] }))
  ],
  ["published-body-has-400", "no 400", openapi((d) => (addKettle(d).responses["400"] = undefined))],
  [
    "published-if-match-required",
    "428 without a header that is required",
    openapi((d) => (addKettle(d).parameters[0]!.required = undefined))
  ],
  ["published-if-match-required", "428 without the header", openapi((d) => (addKettle(d).parameters = []))],
  [
    "published-if-match-required",
    "the header without 428",
    openapi((d) => (addKettle(d).responses["428"] = undefined))
  ],
  [
    "published-answer-request-id",
    "an answer without its id",
    openapi((d) => (addKettle(d).responses["201"].headers = {}))
  ],
  ["published-no-webhooks", "an event", openapi((d) => (d.webhooks = { kettle_boiled: {} }))],
  [
    "published-no-source",
    "where a schema comes from",
    openapi((d) => (d.components.schemas["Kettle"] = { type: "object", "x-source": "D-employer-record" }))
  ],
  [
    "published-schema-title",
    "a payload without a title",
    asyncapi((d) => (d.components.schemas.KettleBoiled.title = undefined))
  ],
  [
    "published-schema-title",
    "a property's values without a title",
    asyncapi((d) => (d.components.schemas.KettleBoiled.properties.event.title = undefined))
  ]
]

describe("the Spectral rules of published documents", () => {
  let found: Awaited<ReturnType<typeof brokenRules>>

  beforeAll(async () => {
    const good = { openapi: published.openapi(), asyncapi: published.asyncapi() }
    const broken = publishedCases.map(([, , document]) => document)
    found = await brokenRules("specs/spectral-published.yaml", { ...broken, ...good })
  })

  it.each(Object.keys(published))("say nothing of an %s document that keeps them", (name) => {
    expect(found.get(name)).toBeUndefined()
  })

  it.each(publishedCases.map(([rule, broken], index) => [rule, broken, index] as const))(
    "%s: %s",
    (rule, _, index) => {
      expect(found.get(String(index))).toEqual([rule])
    }
  )
})
