import { objectOf, textOf } from "../json.ts"
import { follow } from "../Place.ts"
import type { Place } from "../Place.ts"
import { isRemarkBeside, isUpper } from "./keywords.ts"
import { ownView, places } from "./ownView.ts"
import type { View } from "./View.ts"

/** The intersection of two views. Where it isn't decidable whether both sets of values can hold, those of the first are kept. */
const shared = (a: ReadonlyArray<string> | undefined, b: ReadonlyArray<string> | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : a.filter((value) => b.includes(value))

const merge = (a: View, b: View): View => {
  const properties = new Map(a.properties)
  for (const [name, property] of b.properties) {
    const before = properties.get(name)
    properties.set(name, before === undefined ? property : bothOf(before, property))
  }
  const bounds: Record<string, number> = { ...a.bounds }
  for (const [keyword, bound] of Object.entries(b.bounds)) {
    const pick = isUpper(keyword) ? Math.min : Math.max
    bounds[keyword] = pick(bound, bounds[keyword] ?? bound)
  }
  const items =
    a.items === undefined || b.items === undefined ? (a.items ?? b.items) : bothOf(a.items, b.items)
  return {
    at: a.at,
    self: a.self,
    types: shared(a.types, b.types),
    values: shared(a.values, b.values),
    patterns: [...new Set([...a.patterns, ...b.patterns])],
    bounds,
    properties,
    required: new Set([...a.required, ...b.required]),
    others: a.others === true ? b.others : a.others,
    items,
    alternatives: [...a.alternatives, ...b.alternatives],
    defaultValue: b.defaultValue ?? a.defaultValue,
    deprecated: a.deprecated || b.deprecated,
    rest: { ...a.rest, ...b.rest }
  }
}

const bothOf = (a: Place, b: Place): Place => ({
  document: a.document,
  at: `${a.at}+${b.at}`,
  value: { allOf: [{ $ref: `#${a.at}` }, { $ref: `#${b.at}` }] }
})

/** The same schema, without any constraint. */
export const unconstrained = (view: View): View => ({
  ...view,
  types: undefined,
  values: undefined,
  patterns: [],
  bounds: {},
  properties: new Map(),
  required: new Set(),
  others: true,
  items: undefined,
  alternatives: [],
  rest: {}
})

/** All constraints of a schema: its own, and those of its references and `allOf`. */
export const viewOf = (schema: Place, seen: ReadonlySet<string> = new Set()): View => {
  const json = objectOf(schema.value)
  const reference = textOf(json["$ref"])
  const included = [
    ...(reference === undefined ? [] : [follow(schema.document, reference)]),
    ...places(schema, "allOf")
  ].filter(({ at }) => !seen.has(at))
  const views = included.map((each) => viewOf(each, new Set([...seen, each.at])))
  const view = views.reduce(merge, ownView(schema))
  // A schema that is only a `$ref` counts as its target, and has its target's place.
  const refersOnly =
    reference !== undefined && Object.keys(json).every((key) => key === "$ref" || isRemarkBeside(key))
  const target = views[0]
  return refersOnly && target !== undefined ? { ...view, at: target.at, self: target.self } : view
}
