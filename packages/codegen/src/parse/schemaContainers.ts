import {
  type Pointer,
  isObject,
  type Json,
  present,
  textOf,
  parsePointer,
  valueAt
} from "../documents/json.ts"
import type { ArrayNode, ObjectNode, Property, SchemaNode } from "../model/Schema.ts"
import type { Context, ParseSchema } from "./Context.ts"
import { parseObjectRules } from "./objectRules.ts"

export const parseArray = (context: Context, schema: Json, at: Pointer, parse: ParseSchema): ArrayNode =>
  present({
    kind: "array" as const,
    items: parse(context, schema["items"] ?? true, [...at, "items"]),
    minItems: schema["minItems"] as number | undefined,
    maxItems: schema["maxItems"] as number | undefined,
    uniqueItems: schema["uniqueItems"] === true
  })

export const parseObject = (context: Context, schema: Json, at: Pointer, parse: ParseSchema): ObjectNode => {
  const rules = parseObjectRules(context, schema, at)
  return present({
    kind: "object" as const,
    properties: parseProperties(context, schema, at, parse),
    rest: parseRest(context, schema["additionalProperties"], [...at, "additionalProperties"], parse),
    minProperties: schema["minProperties"] as number | undefined,
    maxProperties: schema["maxProperties"] as number | undefined,
    rules: rules.length === 0 ? undefined : rules
  })
}

const parseProperties = (
  context: Context,
  schema: Json,
  at: Pointer,
  parse: ParseSchema
): ReadonlyArray<Property> => {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {}
  const required = Array.isArray(schema["required"]) ? (schema["required"] as ReadonlyArray<string>) : []
  for (const name of required) {
    if (properties[name] === undefined) {
      context.report("unsupported_keyword", [...at, "required"], `${name} is required, but isn't a property`)
    }
  }
  return Object.entries(properties).map(([name, value]) =>
    present({
      name,
      required: required.includes(name),
      schema: parse(context, value, [...at, "properties", name]),
      description: isObject(value) ? textOf(value["description"]) : undefined,
      deprecated: isObject(value) && value["deprecated"] === true
    })
  )
}

const parseRest = (context: Context, value: unknown, at: Pointer, parse: ParseSchema): ObjectNode["rest"] => {
  if (value === false) return "closed"
  if (value === undefined) return "ignored"
  if (value === true) return "open"
  return parse(context, value, at)
}

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

/** Part of each class of the specs that excludes what shows nothing: codes of the basic plane that are no characters. */
const MARK = String.raw`\ufdd0-\ufdef`

/** In the class of a text's first character, which is no variation selector: it would select a variant of nothing. */
const FIRST = String.raw`${MARK}\ufe00-\ufe0f`
const SELECTORS = String.raw`\u{e0100}-\u{e01ef}`

/** Formats of shorthand and music, and a note without a head. */
const FORMATS = String.raw`\u{1bca0}-\u{1bca3}\u{1d159}\u{1d173}-\u{1d17a}`

/**
 * Tags, what is no character, and planes without characters. The ideographic variation selectors (U+E0100-E01EF) stay:
 * names in Chinese and Japanese are written with them.
 */
const BEYOND = String.raw`${FORMATS}\u{1fffe}\u{1ffff}\u{2fffe}\u{2ffff}\u{3fffe}-\u{e00ff}\u{e01f0}-\u{10ffff}`

/**
 * A pattern of the specs as our own decoders use it. What lies beyond U+FFFF can't be written so that the regular expressions
 * of all languages read it, so the specs' patterns exclude none of it (D-plain-text).
 */
export const withBeyond = (pattern: string | undefined): string | undefined =>
  pattern?.replaceAll(FIRST, `${FIRST}${SELECTORS}`).replaceAll(MARK, `${MARK}${BEYOND}`)
