import { type Pointer, isObject, type Json, present } from "../documents/json.ts"
import type { NumberNode, SchemaNode, StringNode } from "../model/Schema.ts"
import type { Context } from "./Context.ts"
import { withBeyond, parseAllOf, parseArray, parseObject } from "./schemaContainers.ts"
import { ruleKeywords } from "./objectRules.ts"

/** Keywords for people only; the generated code can omit them without loss. */
const annotations = new Set([
  "title",
  "description",
  "example",
  "examples",
  "deprecated",
  "readOnly",
  "externalDocs",
  "$comment"
])

const keywords: Readonly<Record<string, ReadonlyArray<string>>> = {
  // Texts excluded by `not` are refused by the named check, or by the operation, with a code of its own.
  string: ["pattern", "minLength", "maxLength", "format", "not"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "format"],
  integer: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "format"],
  boolean: [],
  null: [],
  array: ["items", "minItems", "maxItems", "uniqueItems"],
  object: [
    ...["properties", "required", "additionalProperties", "minProperties", "maxProperties"],
    ...ruleKeywords
  ]
}

const int32 = { minimum: -2147483648, maximum: 2147483647 }

/** Parses one schema, and reports every part that can't be enforced. */
export const parseSchema = (context: Context, schema: unknown, at: Pointer): SchemaNode => {
  if (schema === true || (isObject(schema) && Object.keys(schema).every(isAnnotation)))
    return { kind: "unknown" }
  if (!isObject(schema)) return unsupported(context, at, "unsupported_type", "a schema is an object or true")
  if (typeof schema["$ref"] === "string") return parseReference(context, schema, at)
  if (schema["allOf"] !== undefined) {
    onlyKeywords(context, schema, ["allOf"], at)
    return parseAllOf(context, schema, at, parseSchema)
  }
  if (schema["oneOf"] !== undefined || schema["anyOf"] !== undefined) return parseUnion(context, schema, at)
  if (schema["const"] !== undefined || schema["enum"] !== undefined) return parseLiterals(context, schema, at)
  return parseTyped(context, schema, at)
}

const isAnnotation = (key: string): boolean => annotations.has(key) || key.startsWith("x-")

const unsupported = (
  context: Context,
  at: Pointer,
  code: "unsupported_type" | "unsupported_keyword",
  message: string
): SchemaNode => {
  context.report(code, at, message)
  return { kind: "unknown" }
}

const onlyKeywords = (context: Context, schema: Json, allowed: ReadonlyArray<string>, at: Pointer): void => {
  for (const key of Object.keys(schema)) {
    if (isAnnotation(key) || allowed.includes(key)) continue
    if (key === "default") {
      context.report(
        "default_out_of_place",
        [...at, key],
        "only the schema of an optional query parameter has a default"
      )
    } else {
      context.report("unsupported_keyword", [...at, key], `${key} can't be kept here`)
    }
  }
}

const parseReference = (context: Context, schema: Json, at: Pointer): SchemaNode => {
  const siblings = Object.keys(schema).filter((key) => key !== "$ref" && !isAnnotation(key))
  if (siblings.length > 0) {
    context.report("ref_with_siblings", at, `$ref has siblings: ${siblings.join(", ")}`)
  }
  const reference = String(schema["$ref"])
  const name = reference.match(/^#\/components\/schemas\/([A-Za-z][A-Za-z0-9]*)$/)?.[1]
  if (name === undefined) {
    context.report("ref_not_to_component", at, `${reference} isn't a named schema`)
    return { kind: "unknown" }
  }
  return { kind: "reference", name }
}

const parseUnion = (context: Context, schema: Json, at: Pointer): SchemaNode => {
  const key = schema["oneOf"] === undefined ? "anyOf" : "oneOf"
  onlyKeywords(context, schema, [key, "discriminator", "type"], at)
  const members = schema[key]
  if (!Array.isArray(members) || members.length === 0) {
    return unsupported(context, [...at, key], "unsupported_type", `${key} lists schemas`)
  }
  return {
    kind: "union",
    members: members.map((member, index) => parseSchema(context, member, [...at, key, String(index)])),
    exactlyOne: key === "oneOf"
  }
}

const parseLiterals = (context: Context, schema: Json, at: Pointer): SchemaNode => {
  // A format adds nothing to the listed values.
  onlyKeywords(context, schema, ["const", "enum", "type", "format"], at)
  const values: ReadonlyArray<unknown> = Array.isArray(schema["enum"]) ? schema["enum"] : [schema["const"]]
  const scalars = values.filter((value) => ["string", "number", "boolean"].includes(typeof value))
  if (scalars.length + (values.includes(null) ? 1 : 0) !== values.length) {
    return unsupported(
      context,
      at,
      "unsupported_type",
      "const and enum hold text, numbers, booleans and null"
    )
  }
  const literals: SchemaNode = { kind: "literals", values: scalars as Array<string> }
  return values.includes(null) ? orNull(literals) : literals
}

const orNull = (node: SchemaNode): SchemaNode => ({
  kind: "union",
  members: [node, { kind: "null" }],
  exactlyOne: false
})

const parseTyped = (context: Context, schema: Json, at: Pointer): SchemaNode => {
  const types = (Array.isArray(schema["type"]) ? schema["type"] : [schema["type"]]) as ReadonlyArray<string>
  const unknownType = types.find((type) => keywords[type] === undefined)
  if (unknownType !== undefined || types.length === 0) {
    return unsupported(
      context,
      at,
      "unsupported_type",
      `type ${String(unknownType)} isn't one of JSON Schema`
    )
  }
  const inner = types.filter((type) => type !== "null")
  onlyKeywords(context, schema, ["type", ...inner.flatMap((type) => keywords[type] ?? [])], at)
  const members = inner.map((type) => parseOne(context, schema, type, at))
  const [first] = members
  if (first === undefined) return { kind: "null" }
  const node: SchemaNode = members.length === 1 ? first : { kind: "union", members, exactlyOne: false }
  return types.includes("null") ? orNull(node) : node
}

const parseOne = (context: Context, schema: Json, type: string, at: Pointer): SchemaNode => {
  switch (type) {
    case "string":
      return parseString(context, schema, at)
    case "number":
    case "integer":
      return parseNumber(context, schema, type === "integer", at)
    case "boolean":
      return { kind: "boolean" }
    case "array":
      return parseArray(context, schema, at, parseSchema)
    default:
      return parseObject(context, schema, at, parseSchema)
  }
}

const parseString = (context: Context, schema: Json, at: Pointer): StringNode => {
  const pattern = withBeyond(schema["pattern"] as string | undefined)
  if (schema["format"] !== undefined && pattern === undefined) {
    context.report(
      "format_without_pattern",
      at,
      `format ${String(schema["format"])} has no check: give a pattern`
    )
  }
  checkPattern(context, pattern, [...at, "pattern"])
  const excluded = schema["not"]
  if (excluded !== undefined) {
    if (isObject(excluded) && Object.keys(excluded).join() === "type,pattern") {
      checkPattern(context, excluded["pattern"] as string, [...at, "not", "pattern"])
    } else context.report("unsupported_keyword", [...at, "not"], "a text excludes others by a pattern alone")
  }
  return present({
    kind: "string" as const,
    isUuid: schema["format"] === "uuid" ? (true as const) : undefined,
    pattern,
    message: pattern === undefined ? undefined : messageOf(schema),
    minLength: schema["minLength"] as number | undefined,
    maxLength: schema["maxLength"] as number | undefined
  })
}

const messageOf = (schema: Json): string | undefined =>
  (schema["x-message"] as string | undefined) ?? (schema["format"] === "uuid" ? "a UUID" : undefined)

const checkPattern = (context: Context, pattern: string | undefined, at: Pointer): void => {
  if (pattern === undefined) return
  try {
    void new RegExp(pattern, "u")
  } catch (error) {
    context.report("bad_pattern", at, error instanceof Error ? error.message : String(error))
  }
}

const parseNumber = (context: Context, schema: Json, integer: boolean, at: Pointer): NumberNode => {
  const format = schema["format"]
  if (
    format !== undefined &&
    !(integer && (format === "int32" || format === "int64")) &&
    format !== "double"
  ) {
    context.report(
      "unsupported_keyword",
      [...at, "format"],
      `format ${String(format)} of a number can't be kept`
    )
  }
  const bounds = format === "int32" ? int32 : { minimum: undefined, maximum: undefined }
  return present({
    kind: "number" as const,
    integer,
    minimum: (schema["minimum"] ?? bounds.minimum) as number | undefined,
    maximum: (schema["maximum"] ?? bounds.maximum) as number | undefined,
    exclusiveMinimum: schema["exclusiveMinimum"] as number | undefined,
    exclusiveMaximum: schema["exclusiveMaximum"] as number | undefined,
    multipleOf: schema["multipleOf"] as number | undefined
  })
}
