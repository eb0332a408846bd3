import type { Bundle } from "../documents/bundle.ts"
import { objectOf } from "../documents/json.ts"
import type { Finding } from "../findings.ts"
import type { EmbedMessage } from "../model/Specs.ts"
import type { Component, SchemaNode } from "../model/Schema.ts"
import type { Shape } from "../runtime/shapes.ts"
import { parseComponents } from "./components.ts"
import { makeContext } from "./Context.ts"

const union = "EmbedMessage"

/**
 * The messages of the embeds' frames: the members of the union `EmbedMessage`, each an object of `kind`, `version` and
 * `data`. Their components are kept apart from those of the APIs, because no program of Effect reads messages.
 */
export const parseEmbedMessages = (
  bundle: Bundle,
  findings: Array<Finding>
): { readonly bundle: Bundle; readonly messages: ReadonlyArray<EmbedMessage> } => {
  const components = new Map<string, Component>()
  const context = makeContext(bundle, findings, components)
  parseComponents(context, components)

  const resolved = (node: SchemaNode | undefined): SchemaNode | undefined =>
    node?.kind === "reference" ? resolved(components.get(node.name)?.schema) : node

  const all = resolved({ kind: "reference", name: union })
  const members = all?.kind === "union" ? all.members : []
  const messages = members.flatMap((member): ReadonlyArray<EmbedMessage> => {
    const name = member.kind === "reference" ? member.name : union
    const refuse = (message: string): ReadonlyArray<EmbedMessage> => {
      context.report("unsupported_message", ["components", "schemas", name], message)
      return []
    }
    const node = resolved(member)
    const properties = node?.kind === "object" && node.rest === "closed" ? node.properties : []
    const property = (key: string) => resolved(properties.find(({ name }) => name === key)?.schema)
    const kind = property("kind")
    if (
      properties.map(({ name, required }) => required && name).join() !== "kind,version,data" ||
      kind?.kind !== "literals" ||
      kind.values.length !== 1
    ) {
      return refuse("a message is a closed object of kind, which is a const, version and data, all required")
    }
    const data = shapeOf(property("data"), resolved)
    return data === undefined
      ? refuse(
          "data holds closed objects without optional properties, lists, texts with a pattern or an enum, and whole " +
            "numbers, all with bounds"
        )
      : [{ kind: String(kind.values[0]), data }]
  })
  if (
    Object.keys(objectOf(objectOf(bundle.document["components"])["schemas"])).length > 0 &&
    members.length === 0
  ) {
    context.report("unsupported_message", ["components", "schemas"], `there is no union ${union} of messages`)
  }
  return { bundle, messages }
}

/** The form of a schema; undefined if the check at run time doesn't know it. */
const shapeOf = (
  given: SchemaNode | undefined,
  resolved: (node: SchemaNode | undefined) => SchemaNode | undefined
): Shape | undefined => {
  const node = resolved(given)
  switch (node?.kind) {
    case "literals": {
      const values = node.values.filter((value) => typeof value === "string")
      return values.length === node.values.length ? { enum: values } : undefined
    }
    case "string":
      return node.pattern === undefined || node.maxLength === undefined
        ? undefined
        : { pattern: node.pattern, min: node.minLength ?? 0, max: node.maxLength }
    case "number":
      return !node.integer || node.minimum === undefined || node.maximum === undefined
        ? undefined
        : { from: node.minimum, to: node.maximum }
    case "array": {
      const items = shapeOf(node.items, resolved)
      return items === undefined || node.maxItems === undefined || node.uniqueItems
        ? undefined
        : { items, min: node.minItems ?? 0, max: node.maxItems }
    }
    case "object": {
      const fields = node.properties.map(({ name, required, schema }) =>
        required ? ([name, shapeOf(schema, resolved)] as const) : ([name, undefined] as const)
      )
      return node.rest !== "closed" ||
        node.rules !== undefined ||
        fields.some(([, shape]) => shape === undefined)
        ? undefined
        : { fields: Object.fromEntries(fields) as Readonly<Record<string, Shape>> }
    }
    default:
      return undefined
  }
}
