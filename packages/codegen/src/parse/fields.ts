import { type Pointer, valueAt, isObject, type Json, present, textOf } from "../documents/json.ts"
import type { Field, Operation } from "../model/Api.ts"
import type { SchemaNode } from "../model/Schema.ts"
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

const day = (context: Context, json: Json, key: string, at: Pointer): Date | undefined => {
  if (json[key] === undefined) return undefined
  const text = textOf(json[key]) ?? ""
  const moment = new Date(`${text}T00:00:00Z`)
  if (/^\d{4}-\d\d-\d\d$/.test(text) && moment.toISOString().startsWith(text)) return moment
  context.report("unsupported_operation", [...at, key], `${key} is a day, as in "2027-03-01"`)
  return undefined
}

/**
 * The deprecation and the sunset of an operation (`x-deprecated-since` and `x-sunset`, each the beginning of a day in
 * UTC), and the page that documents them, `x-changelog`. They come from the entries of specs/changes
 * (documents/deprecations.ts).
 */
export const parseRetirement = (context: Context, json: Json, at: Pointer): Operation["retirement"] => {
  const since = day(context, json, "x-deprecated-since", at)
  const sunset = day(context, json, "x-sunset", at)
  if ((json["x-deprecated-since"] === undefined) !== (json["deprecated"] !== true)) {
    context.report(
      "unsupported_operation",
      at,
      "what is deprecated has an entry in specs/changes, which says since when"
    )
  }
  if (json["x-sunset"] !== undefined && json["x-deprecated-since"] === undefined) {
    context.report("unsupported_operation", [...at, "x-sunset"], "what ends was deprecated before")
  }
  if (since === undefined) return undefined
  const changelog = textOf(json["x-changelog"])
  if (sunset !== undefined && sunset < since) {
    context.report("unsupported_operation", [...at, "x-sunset"], "nothing ends before it is deprecated")
  }
  return {
    deprecation: `@${since.getTime() / 1000}`,
    ...(sunset === undefined ? {} : { sunset: sunset.toUTCString() }),
    ...(changelog === undefined ? {} : { link: linkTo(changelog, sunset !== undefined) })
  }
}

/** The relations of RFC 9745, 3 and of RFC 8594, 6: one entry documents both the deprecation and the sunset. */
const linkTo = (changelog: string, ends: boolean): string =>
  ["deprecation", ...(ends ? ["sunset"] : [])]
    .map((relation) => `<${changelog}>; rel="${relation}"; type="text/html"`)
    .join(", ")
