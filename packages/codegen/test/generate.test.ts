import { describe, expect, it } from "vitest"
import { generate } from "../src/generate.ts"
import { briefly, findingsOf } from "./fixtures.ts"
import { sample, sampleFiles } from "./sample.ts"

const edited = (path: string, from: string, to: string): Record<string, string> => {
  const text = sampleFiles[path] ?? ""
  if (!text.includes(from)) throw new Error(`${path} doesn't hold ${from}`)
  return { [path]: text.replace(from, to) }
}

describe("generate", async () => {
  const files = await generate(sample())
  const api = files.get("src/things-api.ts") ?? ""

  it("makes the same files each time", async () => {
    expect([...(await generate(sample()))]).toEqual([...files])
  })

  it("makes a file for each output", () => {
    expect([...files.keys()].toSorted()).toEqual([
      "src/checkField.ts",
      "src/checks.ts",
      "src/closed.ts",
      "src/holdsSecret.ts",
      "src/inSmallLetters.ts",
      "src/objectRules.ts",
      "src/operation-sources.ts",
      "src/pasted.ts",
      "src/principals.ts",
      "src/problem.ts",
      "src/problems.ts",
      "src/pure-checks.ts",
      "src/requirements.ts",
      "src/retirement.ts",
      "src/schemas.ts",
      "src/shapes.ts",
      "src/shown-values.ts",
      "src/things-api.ts",
      "src/types/things-api.ts",
      "src/types/webhooks.ts",
      "src/webhook-events.ts",
      "src/webhooks.ts"
    ])
  })

  it("imports nothing but effect, by subpaths, and its own files", () => {
    for (const text of files.values()) {
      for (const [, from] of text.matchAll(/from "([^"]+)"/g)) expect(from).toMatch(/^(effect\/|\.\/)/)
    }
  })

  it("leaves out operations with x-planned, and groups that have no others", () => {
    expect(api).not.toContain("getThing")
    expect(api).not.toContain("PlansGroup")
    expect(files.get("src/types/things-api.ts")).toContain("getThing")
  })

  it("turns an operation into an endpoint with headers, 201 and Location, errors and security", () => {
    expect(api).toContain(`    /** Create a thing */
    HttpApiEndpoint.post("createThing", "/things", {
      headers: { "idempotency-key": Schema.optionalKey(S.Key) },
      payload: S.ThingCreation,
      success: HttpApiSchema.WithHeaders(S.ThingAnswer.pipe(HttpApiSchema.status(201)), { location: Schema.String }),
      error: [P.Unauthenticated, P.Conflict, P.RateLimitedResponse]
    }).annotate(HoldsSecret, true).middleware(Idempotency).middleware(ThingKeySecurity)`)
  })

  it("gives a header's middleware the principal, and the problems of all operations that take it", () => {
    expect(api).toContain(`export class Idempotency extends HttpApiMiddleware.Service<
  Idempotency,
  { requires: Principals.ThingPrincipal }
>()("@embedded-super/contracts/things-api/Idempotency", { error: [P.Unauthenticated, P.Conflict, P.RateLimitedResponse] }) {}`)
  })

  it("annotates an operation whose answer holds a secret, however deep, and no other", () => {
    expect(api.match(/annotate\(HoldsSecret, true\)/g)).toHaveLength(1)
  })

  it("gives an optional query parameter the default of its schema", () => {
    expect(api).toContain("limit: S.PageLimit.pipe(Schema.withDecodingDefaultKey(Effect.succeed(25)))")
  })

  it("turns 204 into no content, and a PDF into a stream", () => {
    expect(api).toContain("success: HttpApiSchema.NoContent")
    expect(api).toContain(
      `HttpApiSchema.WithHeaders(HttpApiSchema.StreamUint8Array({ contentType: "application/pdf" }), { "cache-control": Schema.Literal("no-store") })`
    )
  })

  it("establishes the principal of the security scheme, and fails with what all its operations list", () => {
    expect(api).toContain(`  { provides: Principals.ThingPrincipal }
>()("@embedded-super/contracts/things-api/ThingKeySecurity", {
  security: { ThingKey: HttpApiSecurity.apiKey({ key: "x-api-key", in: "header" }) },
  error: [P.Unauthenticated, P.RateLimitedResponse]
}) {}`)
  })

  it("types the payloads of webhooks", () => {
    expect(files.get("src/types/webhooks.ts")).toContain('event: "thing_changed"')
  })

  /** [title, given: files, want: code, document and pointer]. */
  const refused: ReadonlyArray<
    readonly [string, { readonly given: Record<string, string>; readonly want: string }]
  > = [
    [
      "an object of a request that isn't closed",
      {
        given: edited("schemas/things.yaml", "  additionalProperties: false\n", ""),
        want: "open_request_object schemas/things.yaml /ThingCreation"
      }
    ],
    [
      "a schema that refers to itself",
      {
        given: edited("schemas/things.yaml", "    name: { type: string }", "    name: { $ref: '#/Thing' }"),
        want: "recursive_schema schemas/things.yaml /Thing"
      }
    ],
    [
      "a scheme without a principal",
      {
        given: edited("things-api/openapi.yaml", ", x-principal: ThingPrincipal", ""),
        want: "missing_principal things-api/openapi.yaml /components/securitySchemes/ThingKey"
      }
    ],
    [
      "two operations of one name",
      {
        given: edited("things-api/openapi.yaml", "operationId: removeThing", "operationId: listThings"),
        want: "duplicate_operation things-api/openapi.yaml /paths/~1things~1{id}/delete"
      }
    ],
    [
      "an error that is no named response",
      {
        given: edited(
          "things-api/openapi.yaml",
          "'409': { $ref: ../schemas/problems.yaml#/Conflict }",
          "'409': { description: No }"
        ),
        want: "unsupported_answer things-api/openapi.yaml /paths/~1things/post/responses/409"
      }
    ],
    [
      "an answer of a media type that no schema describes",
      {
        given: edited("things-api/openapi.yaml", "application/pdf", "image/png"),
        want: "unsupported_media_type things-api/openapi.yaml /paths/~1things~1{id}~1form/get/responses/200/content/image~1png"
      }
    ],
    [
      "a path that names a parameter which isn't there",
      {
        given: edited("things-api/openapi.yaml", "/things/{id}/form", "/things/{id}/{form}"),
        want: "unsupported_parameter things-api/openapi.yaml /paths/~1things~1{id}~1{form}/get"
      }
    ],
    [
      "webhooks, which are described in AsyncAPI",
      {
        given: edited("things-api/openapi.yaml", "components:\n", "webhooks: { changed: {} }\ncomponents:\n"),
        want: "unsupported_operation things-api/openapi.yaml /webhooks"
      }
    ],
    [
      "a problem whose code has no title",
      {
        given: edited("schemas/problems.yaml", "enum: [name_taken]", "enum: [name_taken, other]"),
        want: "problem_shape schemas/problems.yaml /Conflict/content/application~1problem+json/examples"
      }
    ],
    [
      "one name for two schemas",
      {
        given: edited(
          "schemas/principals.yaml",
          "ThingPrincipal:",
          "Thing: { type: string }\nThingPrincipal:"
        ),
        want: "component_conflict schemas/principals.yaml /Thing"
      }
    ],
    [
      "webhooks without a message for what isn't known",
      {
        given: edited(
          "webhooks/asyncapi.yaml",
          "webhooks.yaml#/WebhookPayload",
          "webhooks.yaml#/ThingChanged"
        ),
        want: "unsupported_event webhooks/asyncapi.yaml /components/messages"
      }
    ],
    [
      "a MUST with neither proof nor due",
      {
        given: edited("requirements.yaml", ", proof: [a.test.ts]", ""),
        want: "requirement_shape requirements.yaml /0"
      }
    ],
    [
      "a SHOULD that says who keeps it",
      {
        given: edited("requirements.yaml", "kept_by: service,", "level: SHOULD, kept_by: fund,"),
        want: "requirement_shape requirements.yaml /0"
      }
    ],
    [
      "a MUST that is kept by a stranger",
      {
        given: edited("requirements.yaml", "kept_by: service", "kept_by: [fund, bank]"),
        want: "requirement_shape requirements.yaml /0"
      }
    ],
    [
      "a MUST of the service that no kit can see",
      {
        given: edited("requirements.yaml", "proof:", "not_observable: So it is., proof:"),
        want: "requirement_shape requirements.yaml /0"
      }
    ]
  ]

  it("names the operations that a finding concerns", async () => {
    const given = edited("schemas/things.yaml", "required: [name, abn]", "required: [name, acn]")
    const [finding] = await findingsOf(() => generate(sample(given)))
    expect(finding?.operations).toEqual(["createThing"])
  })

  it.each(refused)("refuses %s", async (_, { given, want }) => {
    const findings = await findingsOf(() => generate(sample(given)))
    expect(findings.map((finding) => `${finding.code} ${finding.document} ${finding.pointer}`)).toContain(
      want
    )
    expect(briefly(findings).length).toBe(1)
  })
})
