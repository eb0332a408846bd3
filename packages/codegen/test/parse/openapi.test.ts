import { describe, expect, it } from "vitest"
import type { Api } from "../../src/model/Api.ts"
import { parseOpenApi } from "../../src/parse/openapi.ts"
import { briefly, contextOf } from "../fixtures.ts"

const shell = (operation: string): string => `
info: { title: T }
paths:
  /x/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getX
      summary: Fetch
      tags: [xs]
${operation
  .trim()
  .split("\n")
  .map((line) => `      ${line}`)
  .join("\n")}
components:
  schemas:
    Caller: { type: object, properties: {} }
    Limit: { type: integer, default: 25 }
  responses:
    Unauthenticated: { description: No }
  securitySchemes:
    Key: { type: apiKey, in: header, name: X-Key, x-principal: Caller }
    Jwt: { type: http, scheme: bearer, x-principal: Caller }
    OAuth: { type: oauth2, flows: {}, x-principal: Caller }
    Digest: { type: mutualTLS, x-principal: Caller }
`

const ok = "responses: { '200': { description: OK } }"

const parse = (operation: string): { readonly api: Api; readonly findings: ReadonlyArray<string> } => {
  const { context, findings } = contextOf(shell(operation))
  return { api: parseOpenApi(context, "x-api"), findings: briefly(findings) }
}

/** [title, given: an operation, want: a part of its model]. */
const table: ReadonlyArray<readonly [string, { readonly given: string; readonly want: object }]> = [
  [
    "an operation without security",
    { given: ok, want: { id: "getX", tag: "xs", path: "/x/{id}", problems: [] } }
  ],
  ["a planned operation", { given: `x-planned: later\n${ok}`, want: { planned: "later" } }],
  [
    "a deprecated operation that ends",
    {
      given: `deprecated: true\nx-deprecated-since: "2026-11-21"\nx-sunset: "2027-02-19"\n${ok}`,
      want: { retirement: { deprecation: "@1795219200", sunset: "Fri, 19 Feb 2027 00:00:00 GMT" } }
    }
  ],
  [
    "a deprecated operation, with the address of its announcement",
    {
      given: `deprecated: true\nx-deprecated-since: "2026-11-21"\nx-changelog: https://docs.example/changelog#x\n${ok}`,
      want: {
        retirement: {
          deprecation: "@1795219200",
          link: '<https://docs.example/changelog#x>; rel="deprecation"; type="text/html"'
        }
      }
    }
  ],
  [
    "the path item's parameters and the operation's",
    {
      given: `parameters: [{ name: q, in: query, schema: { type: boolean } }]\n${ok}`,
      want: {
        params: [{ name: "id", required: true, schema: { kind: "string" } }],
        query: [{ name: "q", required: false, schema: { kind: "boolean" } }]
      }
    }
  ],
  [
    "a required If-Match, which the operation itself answers 428 without",
    {
      given: `parameters: [{ name: If-Match, in: header, required: true, schema: { type: string } }]
responses: { '204': { description: OK }, '428': { $ref: '#/components/responses/Unauthenticated' } }`,
      want: { headers: [{ name: "if-match", required: false, schema: { kind: "string" } }] }
    }
  ],
  [
    "a default, from the parameter's named schema",
    {
      given: `parameters: [{ name: limit, in: query, schema: { $ref: '#/components/schemas/Limit' } }]\n${ok}`,
      want: {
        query: [{ name: "limit", required: false, schema: { kind: "reference", name: "Limit" }, default: 25 }]
      }
    }
  ],
  [
    "a default, from the parameter itself",
    {
      given: `parameters: [{ name: limit, in: query, schema: { type: integer, default: 5 } }]\n${ok}`,
      want: {
        query: [{ name: "limit", required: false, schema: { kind: "number", integer: true }, default: 5 }]
      }
    }
  ],
  [
    "an answer that is found unchanged, which the server's manners make",
    {
      given: `parameters: [{ name: If-None-Match, in: header, schema: { type: string } }]
responses: { '200': { description: OK, headers: { ETag: { schema: { type: string } } } }, '304': { description: Same } }`,
      want: {
        headers: [],
        answers: [
          {
            status: 200,
            headers: [{ name: "etag", required: false, schema: { kind: "string" } }],
            content: { kind: "none" }
          }
        ]
      }
    }
  ],
  [
    "headers in lower case, without those that are read elsewhere",
    {
      given: `parameters: [{ name: If-Match, in: header, schema: { type: string } }, { name: X-Request-Id, in: header, schema: { type: string } }]\n${ok}`,
      want: { headers: [{ name: "if-match", required: false, schema: { kind: "string" } }] }
    }
  ],
  [
    "answers with headers, without those that are set elsewhere",
    {
      given:
        "responses: { '200': { description: OK, headers: { ETag: { required: true, schema: { type: string } }, RateLimit: { schema: { type: string } } } } }",
      want: {
        answers: [
          {
            status: 200,
            headers: [{ name: "etag", required: true, schema: { kind: "string" } }],
            content: { kind: "none" }
          }
        ]
      }
    }
  ],
  [
    "problems by the names of their responses",
    {
      given:
        "responses: { '401': { $ref: '#/components/responses/Unauthenticated' }, '204': { description: OK } }",
      want: { problems: ["Unauthenticated"] }
    }
  ]
]

describe("an operation", () => {
  it.each(table)("%s", (_, { given, want }) => {
    const { api, findings } = parse(given)
    expect(findings).toEqual([])
    expect(api.operations[0]).toMatchObject(want)
  })
})

/** [title, given: an operation, want: its security]. */
const securities: ReadonlyArray<
  readonly [string, { readonly given: string; readonly want: object | undefined }]
> = [
  ["none", { given: `security: []\n${ok}`, want: undefined }],
  [
    "one scheme gives its name",
    {
      given: `security: [{ Key: [] }]\n${ok}`,
      want: {
        name: "KeySecurity",
        principal: "Caller",
        schemes: [{ name: "Key", kind: "apiKey", in: "header", key: "x-key" }]
      }
    }
  ],
  [
    "several give the name of their principal",
    {
      given: `security: [{ Jwt: [] }, { OAuth: [] }]\n${ok}`,
      want: {
        name: "CallerSecurity",
        schemes: [
          { name: "Jwt", kind: "http", scheme: "Bearer" },
          { name: "OAuth", kind: "http", scheme: "Bearer" }
        ]
      }
    }
  ]
]

describe("a security requirement", () => {
  it.each(securities)("%s", (_, { given, want }) => {
    const { api, findings } = parse(given)
    expect(findings).toEqual([])
    if (want === undefined) expect(api.securities).toEqual([])
    else expect(api.securities[0]).toMatchObject(want)
  })
})

/** [the unsupported part, given: an operation, want: code and pointer]. */
const refused: ReadonlyArray<readonly [string, { readonly given: string; readonly want: string }]> = [
  [
    "two schemes at once",
    {
      given: `security: [{ Key: [], Jwt: [] }]\n${ok}`,
      want: "unsupported_security /paths/~1x~1{id}/get/security/0"
    }
  ],
  [
    "a scheme that HttpApi doesn't have",
    {
      given: `security: [{ Digest: [] }]\n${ok}`,
      want: "unsupported_security /components/securitySchemes/Digest"
    }
  ],
  [
    "a cookie parameter",
    {
      given: `parameters: [{ name: c, in: cookie, schema: { type: string } }]\n${ok}`,
      want: "unsupported_parameter /paths/~1x~1{id}/get/parameters/0"
    }
  ],
  [
    "a parameter with a style",
    {
      given: `parameters: [{ name: c, in: query, style: form, schema: { type: string } }]\n${ok}`,
      want: "unsupported_parameter /paths/~1x~1{id}/get/parameters/0"
    }
  ],
  [
    "a deprecation that doesn't say since when",
    { given: `deprecated: true\n${ok}`, want: "unsupported_operation /paths/~1x~1{id}/get" }
  ],
  [
    "an end before the deprecation",
    {
      given: `deprecated: true\nx-deprecated-since: "2027-02-19"\nx-sunset: "2026-11-21"\n${ok}`,
      want: "unsupported_operation /paths/~1x~1{id}/get/x-sunset"
    }
  ],
  [
    "a deprecation on no day",
    {
      given: `deprecated: true\nx-deprecated-since: "2027-02-31"\n${ok}`,
      want: "unsupported_operation /paths/~1x~1{id}/get/x-deprecated-since"
    }
  ],
  ["callbacks", { given: `callbacks: {}\n${ok}`, want: "unsupported_operation /paths/~1x~1{id}/get" }],
  [
    "no answer that succeeds",
    { given: "responses: {}", want: "unsupported_answer /paths/~1x~1{id}/get/responses" }
  ],
  [
    "an answer that can't be found unchanged, because it has no ETag",
    {
      given: "responses: { '200': { description: OK }, '304': { description: Same } }",
      want: "unsupported_answer /paths/~1x~1{id}/get/responses/304"
    }
  ],
  [
    "a default answer",
    {
      given: "responses: { '200': { description: OK }, default: { description: No } }",
      want: "unsupported_answer /paths/~1x~1{id}/get/responses/default"
    }
  ],
  [
    "a body of two media types",
    {
      given: `requestBody: { content: { application/json: {}, text/plain: {} } }\n${ok}`,
      want: "unsupported_body /paths/~1x~1{id}/get/requestBody"
    }
  ],
  [
    "a body that is an open object, without a name",
    {
      given: `requestBody: { content: { application/json: { schema: { type: object, properties: {} } } } }\n${ok}`,
      want: "open_request_object /paths/~1x~1{id}/get/requestBody/content/application~1json/schema"
    }
  ],
  [
    "a body that isn't JSON",
    {
      given: `requestBody: { content: { text/plain: {} } }\n${ok}`,
      want: "unsupported_media_type /paths/~1x~1{id}/get/requestBody/content/text~1plain"
    }
  ]
]

describe("what an operation can't keep", () => {
  it.each(refused)("%s", (_, { given, want }) => {
    expect(parse(given).findings).toEqual([want])
  })
})
