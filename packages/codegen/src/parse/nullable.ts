import { isDeepStrictEqual } from "node:util"
import type { Pointer } from "../documents/pointer.ts"
import { valueAt } from "../documents/pointer.ts"
import type { SchemaNode } from "../model/Schema.ts"
import { isObject, type Json } from "../documents/json.ts"
import type { Context } from "./Context.ts"

/**
 * `XOrNull` is the schema of X with null among its types: readers of the docs see "string or null", not a choice of two
 * schemas. It is parsed as X or null, so that X's brand, check and redaction stay. Undefined if there is no X.
 */
export const parseNullable = (
  context: Context,
  name: string,
  json: Json,
  at: Pointer
): SchemaNode | undefined => {
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
