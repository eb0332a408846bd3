import { type Documents, mapped } from "./Documents.ts"
import { isObject, type Json, objectOf } from "./json.ts"

/** The changelog page, on which each entry is published under its id. */
const changelog = "https://docs.embedded-super.example/changelog/"

/**
 * An item that an entry of the change ledger deprecates: an operation of a document, or a property of a named schema.
 */
interface Deprecation {
  readonly document: string
  readonly operation?: string
  readonly schema?: string
  readonly property?: string
  readonly sunset?: string
  /** The id of that entry. */
  readonly id: string
  readonly since: string
}

/**
 * Adds the deprecations from the entries of specs/changes to the documents: `deprecated`, `x-deprecated-since`,
 * `x-sunset` and `x-changelog`. So the dates have one source, and the bundles, the docs and the answers' headers all
 * have them.
 */
export const withDeprecations = (documents: Documents, entries: ReadonlyArray<string>): Documents => {
  const all = entries.flatMap((path) => deprecationsOf(documents.read(path)))
  return all.length === 0 ? documents : mapped(documents, (path, value) => mark(path, value, all))
}

const deprecationsOf = (document: unknown): ReadonlyArray<Deprecation> => {
  const entry = objectOf(document)
  const list = Array.isArray(entry["deprecates"]) ? entry["deprecates"] : []
  return list.map((each) => ({ ...each, id: String(entry["id"]), since: String(entry["in_force"]) }))
}

const mark = (path: string, document: unknown, all: ReadonlyArray<Deprecation>): unknown => {
  const operations = all.filter(
    ({ document, operation }) => operation !== undefined && path.startsWith(`${document}/`)
  )
  if (operations.length > 0) return markOperations(document, operations)
  const fields = all.filter(({ schema }) => schema !== undefined)
  return path.startsWith("schemas/") && fields.length > 0 ? markFields(document, fields) : document
}

/** A later entry may set the sunset of an item that an earlier one deprecated. */
const marks = (deprecations: ReadonlyArray<Deprecation>): Json => {
  const inOrder = deprecations.toSorted((a, b) => a.since.localeCompare(b.since))
  const sunset = inOrder.findLast((each) => each.sunset !== undefined)?.sunset
  return {
    deprecated: true,
    "x-deprecated-since": inOrder[0]?.since,
    ...(sunset === undefined ? {} : { "x-sunset": sunset }),
    "x-changelog": `${changelog}#${inOrder.at(-1)?.id}`
  }
}

/** Operations are below a path, in the document or in a file of its paths. */
const markOperations = (value: unknown, all: ReadonlyArray<Deprecation>): unknown => {
  if (!isObject(value)) return value
  const own = all.filter(({ operation }) => operation === value["operationId"])
  if (own.length > 0) return { ...value, ...marks(own) }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, markOperations(item, all)]))
}

const markFields = (document: unknown, all: ReadonlyArray<Deprecation>): unknown => {
  const schemas = { ...objectOf(document) }
  for (const [name, schema] of Object.entries(schemas)) {
    const properties = { ...objectOf(objectOf(schema)["properties"]) }
    for (const [property, value] of Object.entries(properties)) {
      const own = all.filter((each) => each.schema === name && each.property === property)
      if (own.length > 0) properties[property] = { ...objectOf(value), ...marks(own) }
    }
    if (Object.keys(properties).length > 0) schemas[name] = { ...objectOf(schema), properties }
  }
  return schemas
}
