import { SpecError } from "../findings.ts"
import { type Documents, mapped } from "./Documents.ts"
import { isObject, type Json, objectOf } from "./json.ts"

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
