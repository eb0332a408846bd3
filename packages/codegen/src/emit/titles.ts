import { isObject, type Json } from "../documents/json.ts"
import { pascal } from "./code.ts"

/** Adds a schema's name as its title, also to its properties without a name of their own. */
const titled = (name: string, schema: unknown): unknown => {
  if (!isObject(schema) || schema["$ref"] !== undefined) return schema
  const properties = isObject(schema["properties"])
    ? Object.entries(schema["properties"]).map(([key, property]) => [
        key,
        titled(name + pascal(key), property)
      ])
    : undefined
  return {
    title: name,
    ...schema,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(properties) })
  }
}

/**
 * An AsyncAPI document whose schemas have titles: model generators use them as names, and number schemas without one.
 * OpenAPI documents need none, as their generators use the names of the components.
 */
export const withTitles = (document: Json): Json => {
  const components = document["components"]
  if (document["asyncapi"] === undefined || !isObject(components)) return document
  const named = (section: unknown, title: (name: string, value: unknown) => unknown) =>
    Object.fromEntries(
      Object.entries(isObject(section) ? section : {}).map(([name, value]) => [name, title(name, value)])
    )
  const traits = named(components["messageTraits"], (name, trait) =>
    isObject(trait) && trait["headers"] !== undefined
      ? { ...trait, headers: titled(`${pascal(name)}Headers`, trait["headers"]) }
      : trait
  )
  return {
    ...document,
    components: { ...components, messageTraits: traits, schemas: named(components["schemas"], titled) }
  }
}
