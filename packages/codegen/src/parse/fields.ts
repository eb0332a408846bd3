import { type Pointer, valueAt } from "../documents/pointer.ts"
import type { Field } from "../model/Api.ts"
import type { SchemaNode } from "../model/Schema.ts"
import { isObject, type Json, present, textOf } from "../documents/json.ts"
import { type Context, resolve } from "./Context.ts"
import { parseSchema } from "./schema.ts"

type Place = "path" | "query" | "header"

/** The parameters of a path item and an operation, by location. It omits those that only the HTTP layer handles. */
export const parseParameters = (
  context: Context,
  lists: ReadonlyArray<{ readonly value: unknown; readonly at: Pointer }>
): Readonly<Record<Place, ReadonlyArray<Field>>> => {
  const found = new Map<string, { readonly place: Place; readonly field: Field }>()
  for (const list of lists) {
    const values = Array.isArray(list.value) ? (list.value as ReadonlyArray<unknown>) : []
    values.forEach((value, index) => {
      const parameter = parseParameter(context, value, [...list.at, String(index)])
      if (parameter !== undefined) found.set(`${parameter.place} ${parameter.field.name}`, parameter)
    })
  }
  const at = (place: Place): ReadonlyArray<Field> =>
    [...found.values()].filter((parameter) => parameter.place === place).map((parameter) => parameter.field)
  return { path: at("path"), query: at("query"), header: at("header") }
}

const parseParameter = (
  context: Context,
  value: unknown,
  place: Pointer
): { readonly place: Place; readonly field: Field } | undefined => {
  const { value: json, at } = resolve(context, value, place)
  const where = json["in"]
  if (where !== "path" && where !== "query" && where !== "header") {
    context.report("unsupported_parameter", at, `parameters in ${String(where)} can't be kept`)
    return undefined
  }
  if (json["content"] !== undefined || json["style"] !== undefined || json["explode"] !== undefined) {
    context.report("unsupported_parameter", at, "content, style and explode of a parameter can't be kept")
  }
  const name = String(json["name"])
  if (where === "header" && setElsewhere.has(name.toLowerCase())) return undefined
  const required = where === "path" || json["required"] === true
  const field = parseField(context, where === "header" ? name.toLowerCase() : name, json, required, at)
  const fallback = where === "query" && !required ? defaultOf(context, json) : undefined
  const middleware = where === "header" ? textOf(json["x-middleware"]) : undefined
  return { place: where, field: present({ ...field, default: fallback, middleware }) as Field }
}

/** Response headers, names in lower case. */
export const parseHeaders = (context: Context, headers: unknown, at: Pointer): ReadonlyArray<Field> =>
  Object.entries(isObject(headers) ? headers : {}).flatMap(([name, value]) => {
    if (setElsewhere.has(name.toLowerCase())) return []
    const header = resolve(context, value, [...at, name])
    return [
      parseField(context, name.toLowerCase(), header.value, header.value["required"] === true, header.at)
    ]
  })

const parseField = (context: Context, name: string, json: Json, required: boolean, at: Pointer): Field => {
  const inline = isObject(json["schema"]) ? json["schema"] : {}
  const { default: _default, ...schema } = inline
  return present({
    name,
    required,
    schema: parseSchema(context, schema, [...at, "schema"]) as SchemaNode,
    description: textOf(json["description"])
  })
}

/** The default of a parameter's schema, or of the component that the schema references. */
const defaultOf = (context: Context, json: Json): Field["default"] => {
  const schema = json["schema"]
  if (!isObject(schema)) return undefined
  if (schema["default"] !== undefined) return schema["default"] as Field["default"]
  const name = textOf(schema["$ref"])?.split("/").at(-1)
  if (name === undefined) return undefined
  const component = valueAt(context.bundle.document, ["components", "schemas", name])
  return isObject(component) ? (component["default"] as Field["default"]) : undefined
}

/**
 * Headers that are in the specs, but in no endpoint's type: one place in the HTTP layer reads or writes them for every
 * answer, so that no handler can forget them. Lower case.
 */
const setElsewhere: ReadonlySet<string> = new Set([
  "x-request-id",
  "if-none-match",
  "ratelimit-policy",
  "ratelimit",
  "idempotency-replayed",
  "allow",
  "www-authenticate",
  "deprecation",
  "sunset",
  "content-language"
])
