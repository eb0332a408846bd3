import { both, type Position } from "../Change.ts"
import { below, brief, canonical, isObject, listOf, objectOf } from "../json.ts"
import type { Place } from "../Place.ts"
import { resolve } from "../Place.ts"
import type { Comparing } from "./Comparing.ts"
import { everyone, noReader } from "./Comparing.ts"
import { schemaOf } from "./content.ts"

const serialisation = ["style", "explode", "allowReserved", "allowEmptyValue", "content"]

/** The parameters of an operation with those of its path, by place and name; in a path the order is the name. */
const byName = (path: string, holders: ReadonlyArray<Place>): ReadonlyMap<string, Place> => {
  const found = new Map<string, Place>()
  const order = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name)
  for (const holder of holders) {
    for (const [index, value] of listOf(objectOf(holder.value)["parameters"]).entries()) {
      if (!isObject(value)) continue
      const place = resolve({ document: holder.document, at: below(holder.at, "parameters", index), value })
      const { in: where, name } = objectOf(place.value)
      const id =
        where === "path"
          ? order.indexOf(String(name))
          : where === "header"
            ? String(name).toLowerCase()
            : name
      found.set(`${String(where)} ${String(id)}`, place)
    }
  }
  return found
}

const nameOf = (place: Place): string => {
  const { in: where, name } = objectOf(place.value)
  return `the ${String(where)} parameter ${String(name)}`
}

const isRequired = (place: Place): boolean => objectOf(place.value)["required"] === true

/** Parameters are sent with the request: callers choose them, implementers read them. */
export const compareParameters = (
  comparing: Comparing,
  position: Position,
  before: { readonly path: string; readonly holders: ReadonlyArray<Place> },
  after: { readonly path: string; readonly holders: ReadonlyArray<Place> }
): void => {
  const [old, young] = [byName(before.path, before.holders), byName(after.path, after.holders)]
  for (const [id, parameter] of old) {
    const kept = young.get(id)
    if (kept === undefined) {
      comparing.find(
        "parameter-removed",
        parameter.at,
        `${nameOf(parameter)} is gone`,
        everyone,
        nameOf(parameter)
      )
    } else {
      compareOne(comparing, position, parameter, kept)
    }
  }
  for (const [id, parameter] of young) {
    if (!old.has(id)) addOne(comparing, position, parameter)
  }
}

/** A receiver ignores a header that it doesn't know (RFC 9110, 5.1); a query parameter that it doesn't know has no effect. */
const addOne = (comparing: Comparing, position: Position, parameter: Place): void => {
  const { in: where } = objectOf(parameter.value)
  const required = isRequired(parameter)
  comparing.judge(position, {
    kind: required ? "required-parameter-added" : "parameter-added",
    at: parameter.at,
    to: nameOf(parameter),
    says: `${nameOf(parameter)} is new${required ? ", and required" : ""}`,
    effects: [...(required ? ["narrower" as const] : []), ...(where === "header" ? [] : ["wider" as const])]
  })
}

const compareOne = (comparing: Comparing, position: Position, before: Place, after: Place): void => {
  const [old, young] = [objectOf(before.value), objectOf(after.value)]
  const at = after.at
  if (String(old["name"]).toLowerCase() !== String(young["name"]).toLowerCase()) {
    // Only in a path, where the wire doesn't show it. Code generated from the document does.
    comparing.find(
      "parameter-renamed",
      at,
      `${nameOf(before)} is now called ${String(young["name"])}`,
      everyone,
      String(young["name"])
    )
  }
  if (isRequired(before) !== isRequired(after)) {
    const required = isRequired(after)
    comparing.judge(position, {
      kind: required ? "parameter-made-required" : "parameter-made-optional",
      at,
      says: required ? `${nameOf(after)} is now required` : `${nameOf(after)} may now be left out`,
      effects: [required ? "narrower" : "wider"]
    })
  }
  for (const keyword of serialisation) {
    if (canonical(old[keyword]) === canonical(young[keyword])) continue
    comparing.judge(position, {
      kind: "parameter-written-otherwise",
      at,
      to: `${keyword} ${brief(canonical(young[keyword]))}`,
      says: `${nameOf(after)} is written another way: ${keyword}`,
      effects: both
    })
  }
  if (old["deprecated"] !== true && young["deprecated"] === true) {
    comparing.find("deprecated", at, `${nameOf(after)} is deprecated`, noReader)
  }
  comparing.schemas(position, schemaOf(before), schemaOf(after))
}
