import { below, canonical, isObject, listOf, objectOf, textOf } from "../json.ts"
import type { Json } from "../json.ts"
import { follow } from "../Place.ts"
import type { Place } from "../Place.ts"
import { counts, isRemark, isRemarkBeside, lower, upper } from "./keywords.ts"
import type { View } from "./View.ts"

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

export const places = (from: Place, keyword: string): ReadonlyArray<Place> =>
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
export const ownView = (schema: Place): View => {
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
