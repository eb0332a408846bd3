import { pascal } from "./code.ts"

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A schema with its name as title, and so are those of its properties that have no name of their own. */
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
 * An AsyncAPI document whose schemas have titles: generators of models name them by it, and number those without. OpenAPI
 * documents need none, as their generators take the names of the components.
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
