import { SpecError } from "../findings.ts"
import { type Documents, mapped, resolvePath } from "./Documents.ts"
import { isObject, type Json, objectOf, parsePointer, valueAt } from "./json.ts"

/**
 * Drafts of an input (D-embed-drafts), whose fields are stated once, in the input:
 *
 * - `x-draft-of: <file>#/<Schema>` gets the properties of that schema, as typed: each text, date and choice becomes an
 *   `EmbedDraftText`, and nothing is required.
 * - `x-draft-patch-of` is the same as a JSON merge patch (RFC 7396): closed, and each text may be null.
 *
 * A draft's own `properties` are what its screen asks and its step doesn't save.
 *
 * A merge patch replaces a list whole, so its items have no nulls and keep what they require. An object in an object
 * isn't null either: its fields are.
 */
export const withDrafts = (documents: Documents): Documents =>
  mapped(documents, (path, value) =>
    path.startsWith("schemas/") && isObject(value)
      ? Object.fromEntries(
          Object.entries(value).map(([name, schema]) => [name, completed(documents, path, name, schema)])
        )
      : value
  )

/** References are relative to the folder of the schemas, which the drafts are in. */
const TEXT = "embed-drafts.yaml#/EmbedDraftText"

type Kind = "values" | "patch"

const completed = (documents: Documents, path: string, name: string, schema: unknown): unknown => {
  if (!isObject(schema)) return schema
  const { "x-draft-of": of, "x-draft-patch-of": patchOf, ...rest } = schema
  const reference = of ?? patchOf
  if (typeof reference !== "string") return schema
  const found = follow(documents, path, reference)
  if (!isObject(found.schema["properties"])) {
    throw new SpecError([
      {
        code: "ref_not_found",
        document: path,
        pointer: `/${name}`,
        message: `${reference} has no fields to draft`
      }
    ])
  }
  const fields = fieldsOf(documents, found, patchOf === undefined ? "values" : "patch")
  return {
    ...rest,
    ...fields,
    properties: { ...objectOf(fields["properties"]), ...objectOf(rest["properties"]) }
  }
}

interface Found {
  readonly path: string
  readonly schema: Json
}

const follow = (documents: Documents, from: string, reference: string): Found => {
  const [file = "", pointer = ""] = reference.split("#")
  const path = resolvePath(from, file)
  return resolved(documents, path, valueAt(documents.read(path), parsePointer(pointer)))
}

const resolved = (documents: Documents, path: string, value: unknown): Found => {
  const schema = objectOf(value)
  const reference = schema["$ref"]
  return typeof reference === "string" ? follow(documents, path, reference) : { path, schema }
}

const fieldsOf = (documents: Documents, { path, schema }: Found, kind: Kind): Json => ({
  ...(kind === "patch" ? { additionalProperties: false } : {}),
  properties: Object.fromEntries(
    Object.entries(objectOf(schema["properties"])).map(([name, property]) => [
      name,
      draftOf(documents, resolved(documents, path, property), kind)
    ])
  )
})

const draftOf = (documents: Documents, found: Found, kind: Kind): Json => {
  const { description, items, maxItems, properties } = found.schema
  if (properties !== undefined) {
    return { type: "object", description, ...fieldsOf(documents, found, kind) }
  }
  if (items === undefined) return { $ref: kind === "patch" ? `${TEXT}OrNull` : TEXT }
  const item = resolved(documents, found.path, items)
  const closed = kind === "patch" ? { additionalProperties: false } : {}
  const of =
    item.schema["properties"] === undefined
      ? draftOf(documents, item, "values")
      : {
          type: "object",
          description: item.schema["description"],
          ...closed,
          required: item.schema["required"] ?? [],
          ...fieldsOf(documents, item, "values")
        }
  return { type: "array", description, maxItems, items: of }
}
