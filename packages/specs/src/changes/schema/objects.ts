import type { Difference } from "../Change.ts"
import { objectOf } from "../json.ts"
import type { Place } from "../Place.ts"
import type { Comparison, Pair, View } from "./View.ts"

const isObjectLike = (view: View): boolean => view.types === undefined || view.types.includes("object")

/** The differences in the names of an object's properties; their values are compared as pairs. */
export const compareObjects = (before: View, after: View): Comparison => {
  if (!isObjectLike(before) || !isObjectLike(after)) return { differences: [], inside: [] }
  const inside: Array<Pair> = []
  const differences: Array<Difference> = []
  for (const [name, property] of before.properties) {
    const kept = after.properties.get(name)
    if (kept !== undefined) {
      inside.push([property, kept])
      differences.push(...nowSent(name, property, kept))
    } else differences.push(removed(name, property, after))
  }
  for (const [name, property] of after.properties) {
    if (!before.properties.has(name)) differences.push(added(name, property, before, after))
  }
  for (const name of after.required) {
    if (!before.required.has(name) && (before.properties.has(name) || !after.properties.has(name))) {
      differences.push({
        kind: "property-made-required",
        ...placeOf(name, after),
        says: `${name} is now required`,
        effects: ["narrower"]
      })
    }
  }
  for (const name of before.required) {
    if (!after.required.has(name) && (after.properties.has(name) || !before.properties.has(name))) {
      differences.push({
        kind: "property-made-optional",
        ...placeOf(name, after),
        says: `${name} may now be left out`,
        effects: ["wider"]
      })
    }
  }
  const others = compareOthers(before, after)
  return { differences: [...differences, ...others.differences], inside: [...inside, ...others.inside] }
}

/** A property's own place, or its object's if the property isn't described. */
const placeOf = (name: string, view: View): Pick<Difference, "at" | "to"> => {
  const property = view.properties.get(name)
  return property === undefined ? { at: view.at, to: name } : { at: property.at }
}

const isExcluded = ({ value }: Place): boolean => objectOf(value)["x-excluded-by-default"] === true

/** A field that was excluded by default no longer is: for readers who hadn't asked for it, it is new. */
const nowSent = (name: string, before: Place, after: Place): ReadonlyArray<Difference> =>
  isExcluded(before) && !isExcluded(after)
    ? [
        {
          kind: "no-longer-excluded",
          at: after.at,
          says: `${name} is no longer excluded by default`,
          effects: ["wider"],
          onlyInRequests: true
        }
      ]
    : []

/** Readers no longer get the property, and a closed object refuses senders that still send it. */
const removed = (name: string, property: Place, after: View): Difference => ({
  kind: "property-removed",
  at: property.at,
  says: `${name} is gone`,
  effects: after.others === false ? ["narrower", "wider"] : ["wider"]
})

/** A closed object refused the property before. An open one accepted it, so only a required one is narrower. */
const added = (name: string, property: Place, before: View, after: View): Difference => {
  const required = after.required.has(name)
  return {
    kind: required ? "required-property-added" : "property-added",
    at: property.at,
    says: `${name} is new${required ? ", and required" : ""}`,
    effects: [
      ...(required ? ["narrower" as const] : []),
      ...(before.others === false ? ["wider" as const] : [])
    ],
    excludedByDefault: !required && isExcluded(property)
  }
}

const compareOthers = (before: View, after: View): Comparison => {
  const [old, young] = [before.others, after.others]
  const at = after.at
  if (typeof old !== "boolean" && typeof young !== "boolean")
    return { differences: [], inside: [[old, young]] }
  if (old === young) return { differences: [], inside: [] }
  const closed = old === true || young === false
  const difference: Difference = closed
    ? { kind: "object-closed", at, says: "takes fewer other properties", effects: ["narrower"] }
    : { kind: "object-opened", at, says: "takes more other properties", effects: ["wider"] }
  return { differences: [difference], inside: [] }
}

/** Lists: their items are compared as a pair of schemas. */
export const compareItems = (before: View, after: View): Comparison => {
  if (before.items !== undefined && after.items !== undefined) {
    return { differences: [], inside: [[before.items, after.items]] }
  }
  if (before.items === after.items) return { differences: [], inside: [] }
  const difference: Difference =
    before.items === undefined
      ? { kind: "items-added", at: after.at, says: "says what the list holds", effects: ["narrower"] }
      : {
          kind: "items-removed",
          at: after.at,
          says: "no longer says what the list holds",
          effects: ["wider"]
        }
  return { differences: [difference], inside: [] }
}
