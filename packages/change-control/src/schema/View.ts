import { below, canonical, isObject, listOf, objectOf, textOf } from "../json.ts"
import type { Json } from "../json.ts"
import { follow } from "../Place.ts"
import type { Place } from "../Place.ts"

/** A schema as it is judged: references followed, `allOf` merged, remarks for people left out. */
export interface View {
  readonly at: string
  /** The schema itself. */
  readonly self: Place
  /** Any, where undefined. `integer` stands beside `number` only if both are written. */
  readonly types: ReadonlyArray<string> | undefined
  /** The values of `enum` or `const`, as canonical JSON. */
  readonly values: ReadonlyArray<string> | undefined
  readonly patterns: ReadonlyArray<string>
  /** Numbers by keyword: `maxLength`, `minimum`, `minItems`… */
  readonly bounds: Readonly<Record<string, number>>
  readonly properties: ReadonlyMap<string, Place>
  readonly required: ReadonlySet<string>
  /** What other properties may hold: anything, nothing, or a schema. */
  readonly others: boolean | Place
  readonly items: Place | undefined
  /** The alternatives of `oneOf` and `anyOf`; empty where there are none. */
  readonly alternatives: ReadonlyArray<ReadonlyArray<Place>>
  readonly defaultValue: string | undefined
  readonly deprecated: boolean
  /** Every other keyword, as canonical JSON: what can't be judged in parts. */
  readonly rest: Readonly<Record<string, string>>
}

const upper = ["maxLength", "maximum", "exclusiveMaximum", "maxItems", "maxProperties"]
const lower = ["minLength", "minimum", "exclusiveMinimum", "minItems", "minProperties"]
export const isUpper = (keyword: string): boolean => upper.includes(keyword)

const remarks = new Set(["title", "description", "example", "examples", "externalDocs", "$comment"])
const judgedApart = new Set([
  ...[...upper, ...lower, ...remarks],
  ...["$ref", "allOf", "anyOf", "oneOf", "type", "enum", "const", "pattern", "properties", "required"],
  ...["additionalProperties", "items", "default", "deprecated", "nullable"]
])
/** Of our own extensions only this one asks something of a value: a checksum, a real date. */
const isRemark = (keyword: string): boolean =>
  (keyword.startsWith("x-") && keyword !== "x-check") || judgedApart.has(keyword)

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

/** What stands in one schema object, without what it refers to. */
const own = (schema: Place): View => {
  const json = objectOf(schema.value)
  const types = json["type"] === undefined ? undefined : [json["type"]].flat().map(String)
  const values = Array.isArray(json["enum"])
    ? json["enum"].map(canonical)
    : json["const"] === undefined
      ? undefined
      : [canonical(json["const"])]
  const numbers = [...upper, ...lower].filter((keyword) => typeof json[keyword] === "number")
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
    others: others === undefined ? true : typeof others.value === "boolean" ? others.value : others,
    items: place(schema, "items"),
    alternatives: [places(schema, "oneOf"), places(schema, "anyOf")].filter((list) => list.length > 0),
    defaultValue: json["default"] === undefined ? undefined : canonical(json["default"]),
    deprecated: json["deprecated"] === true,
    rest: Object.fromEntries(
      Object.keys(json)
        .filter((keyword) => !isRemark(keyword))
        .map((keyword) => [keyword, canonical(json[keyword])])
    )
  }
}

/** Both of what may be said: where it can't be told whether both can hold, the values are those of the first. */
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

/** The same schema, with nothing asked. */
export const nothingAsked = (view: View): View => ({
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

/** What a schema asks, all told. */
export const viewOf = (schema: Place, seen: ReadonlySet<string> = new Set()): View => {
  const json = objectOf(schema.value)
  const reference = textOf(json["$ref"])
  const included = [
    ...(reference === undefined ? [] : [follow(schema.document, reference)]),
    ...places(schema, "allOf")
  ].filter(({ at }) => !seen.has(at))
  const views = included.map((each) => viewOf(each, new Set([...seen, each.at])))
  const view = views.reduce(merge, own(schema))
  // A schema that only refers is what it refers to, also by its place.
  const refersOnly =
    reference !== undefined && Object.keys(json).every((key) => key === "$ref" || isRemarkBeside(key))
  const target = views[0]
  return refersOnly && target !== undefined ? { ...view, at: target.at, self: target.self } : view
}

const isRemarkBeside = (keyword: string): boolean =>
  remarks.has(keyword) || (keyword.startsWith("x-") && keyword !== "x-check")
