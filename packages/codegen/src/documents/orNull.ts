import { SpecError } from "../findings.ts"
import { type Documents, mapped } from "./Documents.ts"
import { isObject, type Json, objectOf } from "./json.ts"

/** Where scalar values are that several files use. */
const VALUES = "schemas/values.yaml"

/** What says something of the value itself: `parse/nullable.ts` takes it from there. */
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
