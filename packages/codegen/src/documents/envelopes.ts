import { type Documents, mapped } from "./Documents.ts"
import { isObject, type Json, objectOf } from "./json.ts"

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
