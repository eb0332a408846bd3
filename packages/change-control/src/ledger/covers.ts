import type { Change } from "../Change.ts"
import { objectOf } from "../json.ts"
import type { Json } from "../json.ts"
import { parts, whole } from "../Place.ts"
import { part } from "../Place.ts"
import type { Deprecation, Entry } from "./Entry.ts"

const isBelow = (place: string, at: string): boolean => at === place || at.startsWith(`${place}/`)

const retirements = new Set(["deprecated", "deprecation-withdrawn", "sunset-changed"])

/** Where a deprecated operation or field stands in the bundled document; undefined if there is none. */
export const placeOf = (document: Json, deprecation: Deprecation): string | undefined => {
  if (deprecation.schema !== undefined) {
    const schema = part(whole(document), "components", "schemas", deprecation.schema)
    const properties = objectOf(objectOf(schema?.value)["properties"])
    return properties[deprecation.property ?? ""] === undefined
      ? undefined
      : `/components/schemas/${deprecation.schema}/properties/${deprecation.property}`
  }
  for (const item of parts(part(whole(document), "paths")).values()) {
    for (const operation of parts(item).values()) {
      if (objectOf(operation.value)["operationId"] === deprecation.operation) return operation.at
    }
  }
  return undefined
}

/** Whether an entry tells of a change. */
export const covers = (entry: Entry, change: Change, document: Json): boolean =>
  (entry.documents[change.document] ?? []).some((place) => isBelow(place, change.at)) ||
  (retirements.has(change.kind) &&
    (entry.deprecates ?? []).some(
      (each) => each.document === change.document && placeOf(document, each) === change.at
    ))

/** The places of an entry that no change stands at, with their document. */
export const idlePlaces = (entry: Entry, changes: ReadonlyArray<Change>): ReadonlyArray<string> =>
  Object.entries(entry.documents).flatMap(([name, places]) =>
    places
      .filter((place) => !changes.some(({ document, at }) => document === name && isBelow(place, at)))
      .map((place) => `${name}#${place}`)
  )
