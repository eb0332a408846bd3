import { beforeAll, describe, expect, it } from "vitest"
import { brokenRules, cases } from "./brokenDocuments.ts"
import { good } from "./goodDocument.ts"

/** Published documents: self-contained, with every answer of an operation. */
const requestId = { "X-Request-Id": { schema: { type: "string", pattern: "^[0-9a-f-]{36}$" } } }
const published = {
  openapi: () => ({
    openapi: "3.1.1",
    info: { title: "Employers", version: "1.0.0" },
    paths: {
      "/v1/employers": {
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
      schemas: { Employer: { type: "object" }, EmployerOrNull: { type: ["object", "null"] } } as Record<
        string,
        object
      >,
      parameters: {
        EmployerHeader: { name: "X-Employer", in: "header", schema: { type: "string" } }
      } as Record<string, object>
    }
  }),
  asyncapi: () => ({
    asyncapi: "3.0.0",
    info: { title: "Employers", version: "1.0.0" },
    components: {
      schemas: {
        EmployerChanged: {
          title: "EmployerChanged" as string | undefined,
          type: "object",
          properties: {
            event: {
              title: "EmployerChangedEvent" as string | undefined,
              type: "string",
              enum: ["employer_changed"]
            }
          }
        }
      }
    }
  })
}

type Published = ReturnType<typeof published.openapi>
type Events = ReturnType<typeof published.asyncapi>

const addEmployer = (document: Published) => document.paths["/v1/employers"].post

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
    openapi((d) => (d.components.parameters["Employer"] = d.components.parameters["EmployerHeader"]!))
  ],
  [
    "published-distinct-names",
    "an answer that is named as a schema, but for capitals",
    openapi((d) => Object.assign(d.components, { responses: { employer: { description: "An employer." } } }))
  ],
  [
    "published-nullable-name",
    "NullableEmployer",
    openapi((d) => (d.components.schemas["NullableEmployer"] = { type: ["object", "null"] }))
  ],
  ["published-body-has-400", "no 400", openapi((d) => (addEmployer(d).responses["400"] = undefined))],
  [
    "published-if-match-required",
    "428 without a header that is required",
    openapi((d) => (addEmployer(d).parameters[0]!.required = undefined))
  ],
  ["published-if-match-required", "428 without the header", openapi((d) => (addEmployer(d).parameters = []))],
  [
    "published-if-match-required",
    "the header without 428",
    openapi((d) => (addEmployer(d).responses["428"] = undefined))
  ],
  [
    "published-answer-request-id",
    "an answer without its id",
    openapi((d) => (addEmployer(d).responses["201"].headers = {}))
  ],
  [
    "published-header-example",
    "a header's example that doesn't fit",
    openapi(
      (d) =>
        (addEmployer(d).responses["201"].headers = {
          ...requestId,
          "X-Employer": { schema: { type: "string", pattern: "^[a-z]{1,2}$" }, example: "three" }
        })
    )
  ],
  ["published-no-webhooks", "an event", openapi((d) => (d.webhooks = { employer_changed: {} }))],
  [
    "published-no-source",
    "where a schema comes from",
    openapi((d) => (d.components.schemas["Employer"] = { type: "object", "x-source": "D-employer-record" }))
  ],
  [
    "published-schema-title",
    "a payload without a title",
    asyncapi((d) => (d.components.schemas.EmployerChanged.title = undefined))
  ],
  [
    "published-schema-title",
    "a property's values without a title",
    asyncapi((d) => (d.components.schemas.EmployerChanged.properties.event.title = undefined))
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

/** The ruleset of a rule: ours for sources, ours for published documents, or other people's. */
const rulesetOf = (rule: string): string => {
  if (rule.startsWith("owasp")) return "specs/spectral-others.yaml"
  return rule === "text-without-controls" ? "specs/spectral-published.yaml" : "specs/spectral.yaml"
}

describe("the Spectral rules", () => {
  const found = new Map<string, Awaited<ReturnType<typeof brokenRules>>>()

  beforeAll(async () => {
    const broken = cases.map(([rule, , breakIt]) => {
      const document = structuredClone(good())
      breakIt(document)
      return [rulesetOf(rule), document] as const
    })
    const { paths } = good()
    const { "x-source": _, ...uncited } = paths["/v1/employers"].post
    const ofATag = { paths: { "/v1/employers": { post: uncited } } }
    for (const ruleset of new Set(broken.map(([name]) => name))) {
      const documents = Object.fromEntries(
        broken.flatMap(([name, document], index) => (name === ruleset ? [[index, document]] : []))
      )
      found.set(ruleset, await brokenRules(ruleset, { ...documents, good: good(), ofATag }))
    }
  })

  it("see the operations of a file that holds the paths of a tag", () => {
    expect(found.get("specs/spectral.yaml")!.get("ofATag")).toContain("operation-source")
  })

  it.each(["specs/spectral.yaml", "specs/spectral-others.yaml"])(
    "of %s say nothing of a document that keeps them",
    (ruleset) => {
      expect(found.get(ruleset)!.get("good")).toBeUndefined()
    }
  )

  it("say nothing of texts without control characters", () => {
    expect(found.get("specs/spectral-published.yaml")!.get("good")).not.toContain("text-without-controls")
  })

  it.each(cases.map(([rule, broken], index) => [rule, broken, index] as const))(
    "%s: %s",
    (rule, _, index) => {
      expect(found.get(rulesetOf(rule))!.get(String(index))).toContain(rule)
    }
  )
})
