import type { Pointer } from "../documents/pointer.ts"
import { parsePointer, valueAt } from "../documents/pointer.ts"
import type { ObjectNode, Property, SchemaNode } from "../model/Schema.ts"
import { isObject, type Json } from "../documents/json.ts"
import type { Context, ParseSchema } from "./Context.ts"

/**
 * `allOf` of objects is one object with the properties of all. A single reference with a description beside it is that
 * reference. Any other form has no counterpart that keeps names and brands.
 */
export const parseAllOf = (context: Context, schema: Json, at: Pointer, parse: ParseSchema): SchemaNode => {
  const members = Array.isArray(schema["allOf"]) ? (schema["allOf"] as ReadonlyArray<unknown>) : []
  const nodes = members.map((member, index) => parse(context, member, [...at, "allOf", String(index)]))
  const [first] = nodes
  if (first !== undefined && nodes.length === 1) return first
  const objects = nodes.map((node, index) => asObject(context, node, [...at, "allOf", String(index)], parse))
  const properties = new Map<string, Property>()
  for (const object of objects) {
    for (const property of object?.properties ?? []) {
      const before = properties.get(property.name)
      properties.set(property.name, {
        ...property,
        required: property.required || before?.required === true
      })
    }
  }
  const rests = new Set(objects.map((object) => object?.rest))
  const rest = rests.has("closed") ? "closed" : rests.has("open") ? "open" : "ignored"
  const rules = objects.flatMap((object) => object?.rules ?? [])
  const merged = { kind: "object", properties: [...properties.values()], rest } as const
  return rules.length === 0 ? merged : { ...merged, rules }
}

const asObject = (
  context: Context,
  node: SchemaNode,
  at: Pointer,
  parse: ParseSchema
): ObjectNode | undefined => {
  if (node.kind === "object") return node
  if (node.kind === "reference") {
    const pointer = parsePointer(`/components/schemas/${node.name}`)
    const target = valueAt(context.bundle.document, pointer)
    if (isObject(target)) return asObject(context, parse(context, target, pointer), at, parse)
  }
  context.report("allof_member_not_object", at, "allOf joins objects only")
  return undefined
}
