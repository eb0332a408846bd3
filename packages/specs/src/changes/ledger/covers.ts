import type { Change } from "../Change.ts"
import type { DocumentName } from "../documents.ts"
import { objectOf } from "../json.ts"
import type { Json } from "../json.ts"
import { part, parts, whole } from "../Place.ts"
import type { Place } from "../Place.ts"
import type { Covered, Deprecation, Entry } from "./Entry.ts"

/** The identity of a change: its kind, its place, the new bound or value, and the operations that it touches. */
export const identityOf = (document: string, { kind, at, to, where }: Covered): string =>
  JSON.stringify([document, kind, at, to ?? null, where.toSorted()])

/** A change as people read it in a message. */
export const nameOf = (document: string, { kind, at, to, where }: Covered): string => {
  const [first, ...others] = where
  const touched =
    first === undefined ? "" : `, ${first}${others.length > 0 ? ` and ${others.length} more` : ""}`
  return `${kind} at ${document}#${at}${to === undefined ? "" : ` to ${to}`}${touched}`
}

/** The changes that an entry lists, each with its document. */
export const listedIn = (
  entry: Entry
): ReadonlyArray<{ readonly document: DocumentName; readonly covered: Covered }> =>
  (Object.keys(entry.changes) as ReadonlyArray<DocumentName>).flatMap((document) =>
    (entry.changes[document] ?? []).map((covered) => ({ document, covered }))
  )

/** A deprecated operation or field of a bundled document; undefined if there is none. */
export const placeOf = (document: Json | undefined, deprecation: Deprecation): Place | undefined => {
  if (document === undefined) return undefined
  if (deprecation.schema !== undefined) {
    const schema = part(whole(document), "components", "schemas", deprecation.schema)
    const name = deprecation.property ?? ""
    const property = objectOf(objectOf(schema?.value)["properties"])[name]
    if (property === undefined) return undefined
    const at = `/components/schemas/${deprecation.schema}/properties/${name}`
    return { document, at, value: objectOf(property) }
  }
  for (const item of parts(part(whole(document), "paths")).values()) {
    for (const operation of parts(item).values()) {
      if (objectOf(operation.value)["operationId"] === deprecation.operation) return operation
    }
  }
  return undefined
}

const retirements = new Set(["deprecated", "sunset-changed"])

/** Whether a change is the deprecation that an entry announces, with the end that it names or that was known before. */
const retires = (
  deprecation: Deprecation,
  change: Change,
  before: Json | undefined,
  after: Json
): boolean => {
  const place = placeOf(after, deprecation)
  if (!retirements.has(change.kind) || place?.at !== change.at) return false
  const known = objectOf(placeOf(before, deprecation)?.value)["x-sunset"]
  return objectOf(place.value)["x-sunset"] === (deprecation.sunset ?? known)
}

/** Whether an entry covers a change: it lists exactly this one, or it deprecates what the change marks as deprecated. */
export const covers = (
  entry: Entry,
  change: Change,
  before: Json | undefined,
  after: Json | undefined
): boolean => {
  const id = identityOf(change.document, change)
  const isListed = (entry.changes[change.document] ?? []).some(
    (covered) => identityOf(change.document, covered) === id
  )
  if (isListed || after === undefined) return isListed
  return (entry.deprecates ?? []).some(
    (each) => each.document === change.document && retires(each, change, before, after)
  )
}
