import { SpecError } from "../findings.ts"
import { type Documents, mapped, resolvePath } from "./Documents.ts"
import { isObject, type Json, objectOf, parsePointer, valueAt } from "./json.ts"

/**
 * Schemas with the fields of an input, which are stated once, in the input. Both are beside it, in `schemas`:
 *
 * - `x-fields-of: <file>#/<Schema>` gets the properties of that schema as they are.
 * - `x-answers-of: <file>#/<Schema>` gets them as an answer holds them: each is required, and each may be null.
 *
 * What the schema itself says of a property wins.
 */
export const withAnswers = (documents: Documents): Documents =>
  mapped(documents, (path, value) =>
    path.startsWith("schemas/") && isObject(value)
      ? Object.fromEntries(
          Object.entries(value).map(([name, schema]) => [name, completed(documents, path, name, schema)])
        )
      : value
  )

const completed = (documents: Documents, path: string, name: string, schema: unknown): unknown => {
  if (!isObject(schema)) return schema
  const { "x-answers-of": answersOf, "x-fields-of": fieldsOf, ...rest } = schema
  const reference = answersOf ?? fieldsOf
  if (typeof reference !== "string") return schema
  const [file = "", pointer = ""] = reference.split("#")
  const found = objectOf(valueAt(documents.read(resolvePath(path, file)), parsePointer(pointer)))
  if (!isObject(found["properties"])) {
    const message = `${reference} has no fields`
    throw new SpecError([{ code: "ref_not_found", document: path, pointer: `/${name}`, message }])
  }
  const fields = found["properties"]
  return answersOf === undefined
    ? { ...rest, properties: { ...fields, ...objectOf(rest["properties"]) } }
    : { ...rest, required: Object.keys(fields), properties: nullable(fields) }
}

const nullable = (fields: Json): Json =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const { $ref, ...rest } = objectOf(field)
      return [
        name,
        { $ref: String($ref).replace("values.yaml#/", "nullable-values.yaml#/") + "OrNull", ...rest }
      ]
    })
  )

const VERSION = "values.yaml#/ApiVersion"
const PAGINATION = "pagination.yaml#/Pagination"

/** Most entries of a page. */
const PAGE = 100

/**
 * Answers in the envelope that all have (D-envelope). Both forms are beside the schema that they hold, in `schemas`:
 *
 * - `x-envelope-of: <reference>` holds one such thing as `data`.
 * - `x-page-of: { $ref: <reference>, description }` holds a list of them, and where the next page begins.
 */
export const withEnvelopes = (documents: Documents): Documents =>
  mapped(documents, (path, value) =>
    path.startsWith("schemas/") && isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, wrapped(schema)]))
      : value
  )

const wrapped = (schema: unknown): unknown => {
  if (!isObject(schema)) return schema
  const { "x-envelope-of": one, "x-page-of": page, description, ...rest } = schema
  const object = (properties: Json): Json => ({
    type: "object",
    description,
    required: Object.keys(properties),
    properties,
    ...rest
  })
  if (typeof one === "string") return object({ data: { $ref: one }, version: { $ref: VERSION } })
  if (!isObject(page)) return schema
  const { $ref, description: listed } = objectOf(page)
  return object({
    data: { type: "array", maxItems: PAGE, description: listed, items: { $ref } },
    pagination: { $ref: PAGINATION },
    version: { $ref: VERSION }
  })
}
