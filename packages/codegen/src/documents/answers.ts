import { SpecError } from "../findings.ts"
import { type Documents, mapped, resolvePath } from "./Documents.ts"
import { isObject, type Json, objectOf } from "./json.ts"
import { parsePointer, valueAt } from "./pointer.ts"

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
