import type { Pointer } from "../documents/pointer.ts"
import type { ArrayNode, ObjectNode, Property } from "../model/Schema.ts"
import { isObject, type Json, present, textOf } from "../documents/json.ts"
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
