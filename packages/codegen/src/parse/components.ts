import { isDeepStrictEqual } from "node:util"
import {
  type Pointer,
  formatPointer,
  valueAt,
  isObject,
  type Json,
  present,
  textOf
} from "../documents/json.ts"
import type { Component, SchemaNode } from "../model/Schema.ts"
import { checkNames } from "../runtime/checkNames.ts"
import type { Context } from "./Context.ts"
import { parseSchema } from "./schema.ts"

/**
 * `XOrNull` is the schema of X with null among its types: readers of the docs see "string or null", not a choice of two
 * schemas. It is parsed as X or null, so that X's brand, check and redaction stay. Undefined if there is no X.
 */
const parseNullable = (context: Context, name: string, json: Json, at: Pointer): SchemaNode | undefined => {
  const base = /^([A-Z][A-Za-z0-9]*)OrNull$/.exec(name)?.[1]
  if (base === undefined) return undefined
  const schema = valueAt(context.bundle.document, ["components", "schemas", base])
  if (isObject(schema)) {
    if (!isDeepStrictEqual(withoutNull(json), withoutNull(schema))) {
      context.report("component_conflict", at, `${name} differs from ${base} by more than null`)
    }
  } else if (!context.components.has(base)) return undefined
  return { kind: "union", members: [{ kind: "reference", name: base }, { kind: "null" }], exactlyOne: false }
}

/** A schema's requirements for a value that isn't null. */
const withoutNull = (schema: Json): Json =>
  Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !key.startsWith("x-") && key !== "description" && key !== "examples")
      .map(([key, value]) => {
        if (!Array.isArray(value) || (key !== "type" && key !== "enum")) return [key, value]
        const others = value.filter((item) => item !== null && !(key === "type" && item === "null"))
        return [key, key === "type" && others.length === 1 ? others[0] : others]
      })
  )

/** Adds the named schemas of one bundle to those of the earlier bundles. Schemas of the same name must be equal. */
export const parseComponents = (context: Context, into: Map<string, Component>): void => {
  const schemas = valueAt(context.bundle.document, ["components", "schemas"])
  if (!isObject(schemas)) return
  for (const [name, schema] of Object.entries(schemas)) {
    const component = parseComponent(context, name, schema, ["components", "schemas", name])
    const before = into.get(name)
    if (before === undefined) into.set(name, component)
    else if (!isDeepStrictEqual(withoutPlace(before), withoutPlace(component))) {
      const message = `${name} differs from ${before.document}#${before.pointer}`
      context.report("component_conflict", ["components", "schemas", name], message)
    }
  }
}

const withoutPlace = ({ document: _document, pointer: _pointer, ...rest }: Component): object => rest

const parseComponent = (context: Context, name: string, schema: unknown, at: Pointer): Component => {
  const json: Json = isObject(schema) ? schema : {}
  const { default: defaultValue, ...rest } = json
  const node =
    parseNullable(context, name, json, at) ?? parseSchema(context, isObject(schema) ? rest : schema, at)
  const origin = context.bundle.origin(at)
  return present({
    name,
    schema: node,
    description: textOf(json["description"]),
    deprecated: json["deprecated"] === true,
    branded: node.kind === "string" && node.pattern !== undefined,
    checkFirst: parseCheck(context, json, node, at, "x-check-first"),
    check: parseCheck(context, json, node, at, "x-check"),
    redacted: parseRedacted(context, json, node, at),
    default: defaultValue as string | number | boolean | undefined,
    document: origin.document,
    pointer: formatPointer(origin.pointer)
  })
}

const parseCheck = (
  context: Context,
  json: Json,
  node: SchemaNode,
  at: Pointer,
  keyword: "x-check" | "x-check-first"
): string | undefined => {
  const check = textOf(json[keyword])
  if (check === undefined) return undefined
  if (!checkNames.includes(check)) {
    context.report("unknown_check", [...at, keyword], `${check} isn't one of ${checkNames.join(", ")}`)
  }
  if (node.kind !== "string") {
    context.report("check_out_of_place", [...at, keyword], "checks are of text components")
  }
  return check
}

const parseRedacted = (context: Context, json: Json, node: SchemaNode, at: Pointer): boolean => {
  if (json["x-redacted"] === undefined) return false
  if (node.kind !== "string") {
    context.report("redacted_out_of_place", [...at, "x-redacted"], "only text components are redacted")
  }
  return json["x-redacted"] === true
}
