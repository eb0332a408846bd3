/**
 * What is wrong in a body or a query, by the schemas of the spec, as the service finds it before an operation runs: unknown
 * and missing properties, wrong types, forms and checksums.
 *
 * The trap: rules that the spec has no keyword for, such as that a date of birth is in the past, aren't checked.
 */
import { checkField, type FieldRule } from "@embedded-super/contracts/checkField"
import type { components } from "@embedded-super/contracts/types/partner-api"
import { type Json, resolved } from "./spec.ts"

export type Finding = components["schemas"]["FieldError"]

const TYPES: Readonly<Record<string, FieldRule["type"]>> = {
  boolean: "boolean",
  integer: "integer",
  number: "number",
  object: "object",
  array: "list"
}

const typesOf = ({ type }: Json): ReadonlyArray<string> => [type].flat().filter(Boolean)

/** The rule of a value itself, not of what is inside it; undefined for a schema that takes any type. */
const ruleOf = (schema: Json): FieldRule | undefined => {
  const types = typesOf(schema)
  const values = "const" in schema ? [schema["const"]] : schema["enum"]
  if (types.length === 0 && values === undefined) return undefined
  const type = TYPES[types.find((name) => name !== "null") ?? "string"]
  const suffix = { object: "Properties", list: "Items" }[type as string] ?? "Length"
  const rule = {
    type,
    nullable: types.includes("null") || undefined,
    min: schema["minimum"] ?? schema[`min${suffix}`],
    max: schema["maximum"] ?? schema[`max${suffix}`],
    pattern: schema["pattern"],
    enum: values,
    checkFirst: schema["x-check-first"],
    check: schema["x-check"]
  }
  return Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined))
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const pointerTo = (pointer: string, name: string) =>
  `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`

/** The findings on the properties of an object, whether or not its schema says that it is one. */
const inProperties = (
  schema: Json,
  value: Json,
  pointer: string,
  where: Finding["in"]
): ReadonlyArray<Finding> => {
  const properties: Json = schema["properties"] ?? {}
  const required: ReadonlyArray<string> = schema["required"] ?? []
  const given = Object.keys(value)
  const at = (name: string, code: string, detail: string): Finding => ({
    in: where,
    pointer: pointerTo(pointer, name),
    code,
    detail
  })
  return [
    ...required
      .filter((name) => !Object.hasOwn(value, name))
      .map((name) => at(name, "required", `${name} is required.`)),
    ...given
      .filter((name) => schema["additionalProperties"] === false && !Object.hasOwn(properties, name))
      .map((name) => at(name, "unknown_property", "There is no such property.")),
    ...given
      .filter((name) => Object.hasOwn(properties, name))
      .flatMap((name) =>
        resolved(properties[name])["readOnly"] === true
          ? [at(name, "read_only", `${name} is read-only.`)]
          : findingsIn(properties[name], value[name], {
              pointer: pointerTo(pointer, name),
              where,
              isRequired: required.includes(name)
            })
      )
  ]
}

const fits = (schema: Json, value: unknown): boolean => findingsIn(schema, value).length === 0

/** The first finding on what the properties of an object have to do with each other. */
const amongProperties = (schema: Json, value: unknown, place: Place): ReadonlyArray<Finding> => {
  const { pointer = "#", where = "body" } = place
  const at = (name: string | undefined, code: string, detail: string): ReadonlyArray<Finding> => [
    { in: where, pointer: name === undefined ? pointer : pointerTo(pointer, name), code, detail }
  ]
  const { not: excluded, if: condition } = schema
  if (condition !== undefined) {
    const branch = fits(condition, value) ? schema["then"] : schema["else"]
    const found = branch === undefined ? [] : findingsIn(branch, value, place)
    // "Without this one, that one": the service names neither.
    if (found.length > 0)
      return condition["not"] === undefined ? found : at(undefined, "required", found[0]!.detail)
  }
  for (const [name, dependent] of Object.entries<Json>(schema["dependentSchemas"] ?? {}))
    if (Object.hasOwn(Object(value), name) && !fits(dependent, value))
      return at(name, "not_allowed", `${name} needs another property.`)
  if (excluded === undefined || !fits(excluded, value)) return []
  return at(excluded["required"]?.at(-1), "not_allowed", "Send one of the two.")
}

interface Place {
  readonly pointer?: string
  readonly where?: Finding["in"]
  readonly isRequired?: boolean
}

/** All that is wrong in a value, by a schema of the spec. */
export const findingsIn = (reference: Json, value: unknown, place: Place = {}): ReadonlyArray<Finding> => {
  const { isRequired = false, pointer = "#", where = "body" } = place
  const schema = resolved(reference)
  const rule = ruleOf(schema)
  const code =
    rule === undefined ? undefined : checkField(isRequired ? { ...rule, required: true } : rule, value)
  if (code !== undefined)
    return [{ in: where, pointer, code, detail: `Send ${schema["x-message"] ?? "what the reference says"}.` }]
  const inside = Array.isArray(value)
    ? value.flatMap((item, index) =>
        findingsIn(schema["items"] ?? {}, item, { pointer: pointerTo(pointer, String(index)), where })
      )
    : isObject(value)
      ? inProperties(schema, value, pointer, where)
      : []
  return inside.length > 0 ? inside : amongProperties(schema, value, place)
}

/** All that is wrong in a query; numbers are texts in it. */
export const findingsInQuery = (
  parameters: ReadonlyArray<Json>,
  query: URLSearchParams
): ReadonlyArray<Finding> => {
  const inQuery = parameters.filter((parameter) => parameter["in"] === "query")
  const known = new Map(inQuery.map(({ name, schema }) => [name as string, schema as Json]))
  const properties = Object.fromEntries(known)
  const value = Object.fromEntries(
    Array.from(query, ([name, text]) => {
      const isNumber = /^\d+$/.test(text) && typesOf(resolved(known.get(name) ?? {})).includes("integer")
      return [name, isNumber ? Number(text) : text]
    })
  )
  return findingsIn({ properties, additionalProperties: false }, value, { where: "query" })
}

/** All that is wrong in the headers that are given; a missing one has an answer of its own. */
export const findingsInHeaders = (
  parameters: ReadonlyArray<Json>,
  headers: Headers
): ReadonlyArray<Finding> =>
  parameters
    .filter((parameter) => parameter["in"] === "header" && headers.has(parameter["name"]))
    .flatMap(({ name, schema }) =>
      findingsIn(schema, headers.get(name), { pointer: `#/${name}`, where: "header" })
    )
