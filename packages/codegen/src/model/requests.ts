import type { Finding } from "../findings.ts"
import type { Api } from "./Api.ts"
import { reachableFrom } from "./references.ts"
import type { Component, SchemaNode } from "./Schema.ts"

/** The schemas of all request bodies. */
export const requestSchemas = (apis: ReadonlyArray<Api>): ReadonlyArray<SchemaNode> =>
  apis.flatMap((api) => api.operations.flatMap((operation) => operation.body?.schema ?? []))

/**
 * Requests are decoded with unknown keys as errors, regardless of their schemas. An object in a request that isn't
 * closed in the specs would therefore be decoded more strictly than it is described.
 */
export const openRequestObjects = (
  apis: ReadonlyArray<Api>,
  components: ReadonlyMap<string, Component>
): ReadonlyArray<Finding> =>
  [...reachableFrom(requestSchemas(apis), components)].toSorted().flatMap((name): ReadonlyArray<Finding> => {
    const component = components.get(name)
    if (component === undefined || !hasOpenObject(component.schema)) return []
    const { document, pointer } = component
    const message = `${name} is part of a request, so its objects say additionalProperties: false`
    return [{ code: "open_request_object", document, pointer, message }]
  })

/** Whether a schema, without those that it refers to, has an object that takes keys that it doesn't name. */
export const hasOpenObject = (node: SchemaNode): boolean => {
  switch (node.kind) {
    case "object":
      return (
        node.rest === "ignored" ||
        node.rest === "open" ||
        (typeof node.rest === "object" && hasOpenObject(node.rest)) ||
        node.properties.some((property) => hasOpenObject(property.schema))
      )
    case "array":
      return hasOpenObject(node.items)
    case "union":
      return node.members.some(hasOpenObject)
    default:
      return false
  }
}
