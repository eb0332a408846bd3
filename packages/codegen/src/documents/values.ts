import { type Documents, mapped, resolvePath } from "./Documents.ts"
import { isObject, type Json, objectOf, parsePointer, valueAt } from "./json.ts"
import { SpecError } from "../findings.ts"

/**
 * What a schema defines once and lists elsewhere. Values of a text, listed in its description:
 *
 * - `x-known: <file>#<pointer>` on an open set references a list, or a table whose keys are the values known today. They
 *   become `x-extensible-enum`, for programs that read the document. Types stay `string`: openapi-fetch makes an object of
 *   `string & {}`.
 * - `x-values`, a table of value to meaning, becomes the `enum` of a closed set.
 *
 * `x-required: all` of an object is the list of its properties.
 */
export const withValues = (documents: Documents): Documents =>
  mapped(documents, (path, value) => expand(documents, path, value))

const expand = (documents: Documents, path: string, given: unknown): unknown => {
  if (Array.isArray(given)) return given.map((item) => expand(documents, path, item))
  if (!isObject(given)) return given
  const value = given["x-required"] === "all" ? withRequired(given) : given
  const { "x-known": known, "x-values": values, ...rest } = value
  if (typeof known === "string") {
    const names = namesAt(documents, path, known)
    const listed = names.map((name) => `\`${name}\``).join(", ")
    const description = `${String(rest["description"]).trim()} Known today: ${listed}.`
    return { ...rest, description, "x-extensible-enum": names }
  }
  if (isObject(values)) {
    const meanings = Object.entries(values).map(([name, meaning]) => `\`${name}\`: ${String(meaning).trim()}`)
    return {
      ...rest,
      enum: Object.keys(values),
      description: [String(rest["description"]).trim(), ...meanings].join(" ")
    }
  }
  return Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, expand(documents, path, item)]))
}

const withRequired = (schema: Json): Json =>
  Object.fromEntries(
    Object.entries(schema).map(([key, value]) =>
      key === "x-required" ? ["required", Object.keys(objectOf(schema["properties"]))] : [key, value]
    )
  )

const namesAt = (documents: Documents, from: string, reference: string): ReadonlyArray<string> => {
  const [file = "", pointer = ""] = reference.split("#")
  const found = valueAt(documents.read(resolvePath(from, file)), parsePointer(pointer))
  return Array.isArray(found) ? found : Object.keys(found ?? {})
}

/** Where scalar values are that several files use. */
const VALUES = "schemas/values.yaml"

/** What says something of the value itself: `parse/components.ts` takes it from there. */
const ofTheValue = new Set(["examples", "x-check", "x-redacted", "x-message"])

/**
 * `XOrNull: { x-or-null: <description> }` becomes the schema X with null among its types. X is in the same file, or in
 * `values.yaml`. The message of a value that is refused isn't taken over: an entry that needs one has its own `x-message`.
 */
export const withOrNull = (documents: Documents): Documents =>
  mapped(documents, (path, value) =>
    path.startsWith("schemas/") && isObject(value)
      ? Object.fromEntries(
          Object.entries(value).map(([name, schema]) => [
            name,
            isObject(schema) && schema["x-or-null"] !== undefined
              ? nullable(baseOf(documents, path, value, name), schema)
              : schema
          ])
        )
      : value
  )

const baseOf = (documents: Documents, path: string, file: Json, name: string): Json => {
  const base = name.replace(/OrNull$/, "")
  const values = objectOf(documents.has(VALUES) ? documents.read(VALUES) : {})
  const found = file[base] ?? values[base]
  if (base !== name && isObject(found)) return found
  const message = `${name} is the name of no schema, followed by OrNull`
  throw new SpecError([{ code: "ref_not_found", document: path, pointer: `/${name}`, message }])
}

const nullable = (base: Json, { "x-or-null": description, ...own }: Json): Json =>
  Object.fromEntries(
    Object.entries({ ...base, description, ...own })
      .filter(([key]) => own[key] !== undefined || !ofTheValue.has(key))
      .map(([key, value]) => [key, own[key] ?? withNull(key, value)])
  )

const withNull = (key: string, value: unknown): unknown => {
  if (key === "type") return [value, "null"]
  return key === "enum" && Array.isArray(value) ? [...value, null] : value
}

/** Where the parts of patterns are, each with its name. */
const PARTS = "schemas/patterns.yaml"

/**
 * `${name}` in a `pattern` becomes the part of that name in `patterns.yaml`. An id, which is a text of `format: uuid` and no more,
 * gets the part `uuid` and its length.
 */
export const withPatterns = (documents: Documents): Documents =>
  mapped(documents, (path, value) => whole(documents, path, value))

const whole = (documents: Documents, path: string, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => whole(documents, path, item))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(isId(value) ? asId(value) : value).map(([key, item]) => [
      key,
      key === "pattern" && typeof item === "string"
        ? item.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => partOf(documents, path, name))
        : whole(documents, path, item)
    ])
  )
}

const isId = ({ format, pattern, type }: Json): boolean =>
  type === "string" && format === "uuid" && pattern === undefined

const asId = ({ type, format, ...rest }: Json): Json => ({
  type,
  format,
  pattern: "^${uuid}$",
  minLength: 36,
  maxLength: 36,
  ...rest
})

const partOf = (documents: Documents, path: string, name: string): string => {
  const part = documents.has(PARTS) ? objectOf(documents.read(PARTS))[name] : undefined
  if (typeof part === "string") return part
  const message = `${PARTS} has no part of a pattern that is named ${name}`
  throw new SpecError([{ code: "bad_pattern", document: path, pointer: "", message }])
}
