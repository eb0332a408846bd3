/**
 * The kinds of objects at each place of an OpenAPI or AsyncAPI document. The bundler uses them to choose the
 * `components` section of an external reference. Anything that isn't listed is plain data and isn't searched.
 */
export type Kind = string

interface Shape {
  /** Field name -> kind of its value. `list:x` and `map:x` are arrays and maps of x. */
  readonly fields: Readonly<Record<string, Kind>>
}

const operations = Object.fromEntries(
  ["get", "put", "post", "delete", "patch", "head", "options"].map((method) => [method, "operation"])
)

const sections: Readonly<Record<string, Kind>> = {
  schemas: "map:schema",
  responses: "map:response",
  parameters: "map:parameter",
  examples: "map:example",
  requestBodies: "map:requestBody",
  headers: "map:header",
  securitySchemes: "map:securityScheme",
  pathItems: "map:pathItem",
  messages: "map:message",
  messageTraits: "map:messageTrait",
  operationTraits: "map:operationTrait",
  servers: "map:server",
  channels: "map:channel",
  operations: "map:asyncOperation"
}

const withExamples = { schema: "schema", examples: "map:example" }

export const shapes: Readonly<Record<Kind, Shape>> = {
  openapi: {
    fields: { paths: "map:pathItem", components: "components", "x-default-answers": "list:defaultAnswers" }
  },
  defaultAnswers: {
    fields: { answers: "map:response", headers: "map:header", parameters: "list:parameter" }
  },
  asyncapi: {
    fields: {
      servers: "map:server",
      channels: "map:channel",
      operations: "map:asyncOperation",
      components: "components"
    }
  },
  components: { fields: sections },
  pathItem: { fields: { parameters: "list:parameter", ...operations } },
  operation: {
    fields: { parameters: "list:parameter", requestBody: "requestBody", responses: "map:response" }
  },
  parameter: { fields: { ...withExamples, content: "map:mediaType" } },
  header: { fields: { ...withExamples, content: "map:mediaType" } },
  requestBody: { fields: { content: "map:mediaType" } },
  mediaType: { fields: withExamples },
  response: { fields: { headers: "map:header", content: "map:mediaType" } },
  channel: { fields: { messages: "map:message" } },
  message: { fields: { payload: "schema", headers: "schema", traits: "list:messageTrait" } },
  messageTrait: { fields: { headers: "schema" } },
  asyncOperation: { fields: { traits: "list:operationTrait" } },
  schema: {
    fields: {
      properties: "map:schema",
      patternProperties: "map:schema",
      additionalProperties: "schema",
      items: "schema",
      prefixItems: "list:schema",
      allOf: "list:schema",
      anyOf: "list:schema",
      oneOf: "list:schema",
      not: "schema",
      propertyNames: "schema"
    }
  }
}

/** The `components` section of a kind, or undefined for kinds that can't be components. */
export const sectionOf = (kind: Kind): string | undefined =>
  Object.keys(sections).find((section) => sections[section] === `map:${kind}`)
