import type { Sources } from "../src/documents/complete.ts"
import { fromRecord } from "../src/documents/Documents.ts"
import { emitBundles } from "../src/emit/bundled.ts"
import { parseSpecs } from "../src/parse/specs.ts"

/** A small set of specs with one example of everything that the generator supports. */
export const sampleFiles: Readonly<Record<string, string>> = {
  "things-api/openapi.yaml": `
openapi: 3.1.1
info: { title: Things, version: 1.0.0 }
security: [{ ThingKey: [] }]
paths:
  /things:
    post:
      operationId: createThing
      summary: Create a thing
      tags: [things]
      parameters:
        - { $ref: ../schemas/parameters.yaml#/IdempotencyKey }
        - { $ref: ../schemas/parameters.yaml#/RequestId }
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: ../schemas/things.yaml#/ThingCreation } } }
      responses:
        '201':
          description: Created
          headers:
            Location: { required: true, schema: { type: string } }
            X-Request-Id: { required: true, schema: { type: string } }
          content: { application/json: { schema: { $ref: ../schemas/things.yaml#/ThingAnswer } } }
        '401': { $ref: ../schemas/problems.yaml#/Unauthenticated }
        '409': { $ref: ../schemas/problems.yaml#/Conflict }
        '429': { $ref: ../schemas/problems.yaml#/RateLimited }
    get:
      operationId: listThings
      summary: List things
      tags: [things]
      parameters: [{ $ref: ../schemas/parameters.yaml#/Limit }]
      responses:
        '200':
          description: A page
          content: { application/json: { schema: { $ref: ../schemas/things.yaml#/ThingsAnswer } } }
        '401': { $ref: ../schemas/problems.yaml#/Unauthenticated }
        '429': { $ref: ../schemas/problems.yaml#/RateLimited }
  /things/{id}:
    parameters: [{ $ref: ../schemas/parameters.yaml#/ThingId }]
    delete:
      operationId: removeThing
      summary: Remove a thing
      tags: [things]
      responses:
        '204': { description: Gone }
        '401': { $ref: ../schemas/problems.yaml#/Unauthenticated }
        '429': { $ref: ../schemas/problems.yaml#/RateLimited }
    get:
      operationId: getThing
      summary: Fetch a thing
      x-planned: later
      tags: [plans]
      responses:
        '200': { description: OK, content: { application/json: { schema: { $ref: ../schemas/things.yaml#/ThingAnswer } } } }
  /things/{id}/form:
    parameters: [{ $ref: ../schemas/parameters.yaml#/ThingId }]
    get:
      operationId: getForm
      summary: Fetch the form
      tags: [forms]
      security: []
      responses:
        '200':
          description: The form
          headers: { Cache-Control: { required: true, schema: { type: string, enum: [no-store] } } }
          content: { application/pdf: {} }
components:
  securitySchemes:
    ThingKey: { type: apiKey, in: header, name: X-API-Key, x-principal: ThingPrincipal }
`,
  "schemas/values.yaml": `
ThingId: { type: string, format: uuid, pattern: '^[0-9a-f-]{36}$' }
Abn: { type: string, pattern: '^[1-9][0-9]{10}$', x-check: abn }
Secret: { type: string, pattern: '^[a-z]{4}$', x-redacted: true }
PageLimit: { type: integer, minimum: 1, maximum: 100, default: 25 }
Key: { type: string, pattern: '^[!-~]+$' }
`,
  "schemas/things.yaml": `
ThingCreation:
  type: object
  additionalProperties: false
  required: [name, abn]
  properties: { name: { type: string, minLength: 1 }, abn: { $ref: values.yaml#/Abn }, secret: { $ref: values.yaml#/Secret } }
Thing:
  type: object
  description: A thing.
  required: [id, name, abn]
  properties:
    id: { $ref: values.yaml#/ThingId, description: Its id. }
    name: { type: string }
    abn: { anyOf: [{ $ref: values.yaml#/Abn }, { type: 'null' }] }
ThingAnswer: { type: object, required: [data], properties: { data: { $ref: '#/Thing' }, shown_once: { $ref: '#/Once' } } }
Once: { type: object, properties: { secret: { $ref: values.yaml#/Secret } } }
ThingsAnswer: { type: object, required: [data], properties: { data: { type: array, items: { $ref: '#/Thing' } } } }
`,
  "schemas/principals.yaml": `
ThingPrincipal: { type: object, required: [key_id], properties: { key_id: { type: string } } }
`,
  "schemas/parameters.yaml": `
ThingId: { name: id, in: path, required: true, schema: { $ref: values.yaml#/ThingId } }
Limit: { name: limit, in: query, schema: { $ref: values.yaml#/PageLimit } }
IdempotencyKey: { name: Idempotency-Key, in: header, schema: { $ref: values.yaml#/Key }, x-middleware: Idempotency }
RequestId: { name: X-Request-Id, in: header, schema: { type: string } }
`,
  "schemas/problems.yaml": [
    ["Unauthenticated", 401, "unauthenticated", ""],
    ["Conflict", 409, "name_taken", ""],
    [
      "RateLimited",
      429,
      "rate_limited",
      "  headers: { Retry-After: { required: true, schema: { type: integer } } }"
    ]
  ]
    .map(
      ([name, status, code, headers]) => `
${name}:
  description: ${code}.
${headers}
  content:
    application/problem+json:
      schema:
        type: object
        required: [type, title, status, detail, code]
        properties:
          type: { type: string }
          title: { type: string }
          status: { type: integer, enum: [${status}] }
          detail: { type: string }
          code: { type: string, enum: [${code}] }
          request_id: { type: string }
      examples:
        ${code}: { value: { type: 'https://docs.example/errors#${code}', title: It is ${code}, code: ${code} } }
`
    )
    .join(""),
  "schemas/webhooks.yaml": `
WebhookPayload:
  type: object
  required: [subject, event, id]
  properties: { subject: { type: string }, event: { type: string }, id: { type: string } }
ThingChanged:
  type: object
  description: A thing changed.
  required: [subject, event, id]
  properties: { subject: { enum: [thing] }, event: { enum: [thing_changed] }, id: { $ref: values.yaml#/ThingId } }
ThingRemoved:
  type: object
  required: [subject, event, id]
  properties: { subject: { enum: [thing] }, event: { enum: [thing_removed] }, id: { $ref: values.yaml#/ThingId } }
`,
  "webhooks/asyncapi.yaml": `
asyncapi: 3.0.0
channels:
  webhooks:
    messages:
      changed: { $ref: '#/components/messages/Changed' }
      removed: { $ref: '#/components/messages/Removed' }
      unknown: { $ref: '#/components/messages/Unknown' }
operations:
  deliver: { action: send, channel: { $ref: '#/channels/webhooks' }, messages: [{ $ref: '#/channels/webhooks/messages/changed' }] }
components:
  messageTraits:
    delivery:
      headers:
        type: object
        required: [webhook-id]
        properties: { webhook-id: { type: string, pattern: '^msg_' }, User-Agent: { type: string } }
  messages:
    Changed: { payload: { $ref: ../schemas/webhooks.yaml#/ThingChanged }, traits: [{ $ref: '#/components/messageTraits/delivery' }] }
    Removed: { payload: { $ref: ../schemas/webhooks.yaml#/ThingRemoved }, traits: [{ $ref: '#/components/messageTraits/delivery' }] }
    Unknown: { payload: { $ref: ../schemas/webhooks.yaml#/WebhookPayload }, traits: [{ $ref: '#/components/messageTraits/delivery' }] }
`,
  "workflows/make.arazzo.yaml": `
arazzo: 1.0.1
sourceDescriptions: [{ name: things, url: ../../contracts/bundled/things-api.json, type: openapi }]
`,
  "requirements.yaml": `- { id: R-1-1, kept_by: service, text: Things exist., proof: [a.test.ts] }`
}

/** The sample with some files replaced. */
export const sample = (changes: Readonly<Record<string, string>> = {}): Sources => ({
  documents: fromRecord({ ...sampleFiles, ...changes }),
  apis: ["things-api"],
  pathFiles: [],
  schemaFiles: Object.keys(sampleFiles).filter((path) => path.startsWith("schemas/")),
  webhooks: "webhooks/asyncapi.yaml",
  workflows: ["workflows/make.arazzo.yaml"]
})

/** The bundled documents, by the names of their files. */
export const bundlesOf = (sources: Sources): ReadonlyMap<string, string> => emitBundles(parseSpecs(sources))
