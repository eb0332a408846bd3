import { below, canonical, isObject, listOf, objectOf, textOf } from "../json.ts"
import { follow } from "../Place.ts"
import type { Place } from "../Place.ts"
import { counts, isRemark, isRemarkBeside, isUpper, lower, upper } from "./View.ts"
import type { View } from "./View.ts"
import type { Json } from "../json.ts"

const place = (from: Place, ...tokens: ReadonlyArray<string>): Place | undefined => {
  const value = tokens.reduce<unknown>(
    (value, token) => (Array.isArray(value) ? value[Number(token)] : objectOf(value)[token]),
    from.value
  )
  const at = below(from.at, ...tokens)
  return isObject(value) || typeof value === "boolean"
    ? { document: from.document, at, value: value as Json | boolean }
    : undefined
}

const places = (from: Place, keyword: string): ReadonlyArray<Place> =>
  listOf(objectOf(from.value)[keyword]).flatMap((_, index) => place(from, keyword, String(index)) ?? [])

const asksNothing = ({ value }: Place): boolean =>
  value === true || (typeof value === "object" && Object.keys(value).every(isRemarkBeside))

/** A value with its references replaced by their targets, except references to itself. */
const writtenOut = (document: Json, value: unknown, seen: ReadonlyArray<string> = []): unknown => {
  if (Array.isArray(value)) return value.map((item) => writtenOut(document, item, seen))
  if (!isObject(value)) return value
  const reference = textOf(value["$ref"])
  if (reference !== undefined && !seen.includes(reference)) {
    return writtenOut(document, follow(document, reference).value, [...seen, reference])
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !isRemarkBeside(key))
      .map(([key, item]) => [key, writtenOut(document, item, seen)])
  )
}

/** The constraints of one schema object, without those of its references. */
const ownView = (schema: Place): View => {
  const json = objectOf(schema.value)
  const types = json["type"] === undefined ? undefined : [json["type"]].flat().map(String)
  const values = Array.isArray(json["enum"])
    ? json["enum"].map(canonical)
    : json["const"] === undefined
      ? undefined
      : [canonical(json["const"])]
  // A minimum length of zero isn't a constraint.
  const numbers = [...upper, ...lower].filter(
    (keyword) => typeof json[keyword] === "number" && !(json[keyword] === 0 && counts.includes(keyword))
  )
  const others = place(schema, "additionalProperties")
  return {
    at: schema.at,
    self: schema,
    types,
    // The schema `false` allows no value at all.
    values: schema.value === false ? [] : values,
    patterns: textOf(json["pattern"]) === undefined ? [] : [String(json["pattern"])],
    bounds: Object.fromEntries(numbers.map((keyword) => [keyword, Number(json[keyword])])),
    properties: new Map(
      Object.keys(objectOf(json["properties"])).flatMap((name) => {
        const property = place(schema, "properties", name)
        return property === undefined ? [] : [[name, property] as const]
      })
    ),
    required: new Set(listOf(json["required"]).map(String)),
    others: others === undefined || asksNothing(others) ? true : others.value === false ? false : others,
    items: place(schema, "items"),
    alternatives: [places(schema, "oneOf"), places(schema, "anyOf")].filter((list) => list.length > 0),
    defaultValue: json["default"] === undefined ? undefined : canonical(json["default"]),
    deprecated: json["deprecated"] === true,
    rest: Object.fromEntries(
      Object.keys(json)
        .filter((keyword) => !isRemark(keyword) && !(keyword === "uniqueItems" && json[keyword] === false))
        .map((keyword) => [keyword, canonical(writtenOut(schema.document, json[keyword]))])
    )
  }
}

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
