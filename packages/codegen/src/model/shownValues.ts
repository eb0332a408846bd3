import { isObject, type Json } from "../documents/json.ts"

/** The values that may be shown of the properties of one name, in all documents. */
export interface ShownValues {
  boolean: boolean
  number: boolean
  /** Texts of closed sets, and of open sets as far as they are known. */
  readonly texts: Set<string>
  /** Texts of these patterns, unless `isDenied`. */
  readonly patterns: Set<string>
  /** Texts of closed sets that say something about a person: never shown, also if another set has them. */
  readonly personal: Set<string>
  /** Somewhere a property of this name holds text that isn't shown: then none of its patterns are used. */
  isDenied: boolean
  /** Somewhere a property of this name holds a secret. */
  isSecret: boolean
  /** Somewhere a property of this name holds an address whose path may hold a key: only its words are shown. */
  isWords: boolean
}

/** Formats whose texts never say anything about a person. */
const shownFormats = new Set<unknown>(["uuid", "date-time"])

/** Keys below which there are values, not schemas. */
const inExamples = new Set(["example", "examples", "value", "default"])

/**
 * The values that the Workbench may show, by the name of the property: booleans and numbers, ids and times, the values of closed
 * sets, and texts that are marked `x-shown: true`, or `words`: of such an address only the words of its path. Any other value is
 * masked. `x-shown: false` masks a closed set. With `x-shown: elsewhere` (a draft, which holds whatever was typed) the other
 * properties of the same name decide.
 *
 * Why by name: a fund may rename and add fields, and a message that breaks its contract is the one that people look at.
 */
export const shownValues = (documents: ReadonlyArray<Json>): ReadonlyMap<string, ShownValues> => {
  const found = new Map<string, ShownValues>()
  const of = (name: string): ShownValues => {
    const known = found.get(name)
    if (known !== undefined) return known
    const values = {
      boolean: false,
      number: false,
      texts: new Set<string>(),
      patterns: new Set<string>(),
      personal: new Set<string>(),
      isDenied: false,
      isSecret: false,
      isWords: false
    }
    found.set(name, values)
    return values
  }
  for (const document of documents) walk(document, (name, schema) => add(of(name), schema, document))
  return new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Calls `visit` for each property of each schema and each parameter, wherever it is written. */
const walk = (value: unknown, visit: (name: string, schema: Json) => void): void => {
  if (Array.isArray(value)) return value.forEach((item) => walk(item, visit))
  if (!isObject(value)) return
  const properties = value["properties"]
  if (isObject(properties)) {
    for (const [name, schema] of Object.entries(properties)) if (isObject(schema)) visit(name, schema)
  }
  const { name, schema } = value
  if (typeof value["in"] === "string" && typeof name === "string" && isObject(schema)) visit(name, schema)
  for (const [key, item] of Object.entries(value)) if (!inExamples.has(key)) walk(item, visit)
}

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const typesOf = ({ type }: Json): ReadonlyArray<unknown> => (Array.isArray(type) ? type : [type])

/** Adds what one schema allows, its alternatives and items included. `mark` is that of the schema that refers to it. */
const add = (to: ShownValues, schema: Json, document: Json, mark?: unknown): void => {
  const shown = mark ?? schema["x-shown"]
  const reference = schema["$ref"]
  if (typeof reference === "string") {
    const target = reference
      .replace(/^#\//, "")
      .split("/")
      .reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), document)
    if (isObject(target)) add(to, target, document, shown)
    return
  }
  if (shown === "elsewhere") return
  for (const key of ["oneOf", "anyOf", "allOf"]) {
    for (const member of listOf(schema[key])) if (isObject(member)) add(to, member, document, shown)
  }
  if (isObject(schema["items"])) add(to, schema["items"], document, shown)
  if (schema["x-redacted"] === true) to.isSecret = true
  const types = typesOf(schema)
  const constants = [...listOf(schema["enum"]), ...("const" in schema ? [schema["const"]] : [])]
  if (types.includes("boolean") || constants.some((value) => typeof value === "boolean")) to.boolean = true
  if (
    types.includes("integer") ||
    types.includes("number") ||
    constants.some((value) => typeof value === "number")
  ) {
    to.number = true
  }
  const texts = [...constants, ...listOf(schema["x-extensible-enum"])].filter(
    (value): value is string => typeof value === "string"
  )
  for (const text of texts) (shown === false ? to.personal : to.texts).add(text)
  if (constants.length > 0 || !types.includes("string")) return
  const { format, pattern } = schema
  const isShown = shown === true || shown === "words" || (shown === undefined && shownFormats.has(format))
  if (shown === "words") to.isWords = true
  if (isShown && typeof pattern === "string" && schema["x-redacted"] !== true) to.patterns.add(pattern)
  else to.isDenied = true
}
