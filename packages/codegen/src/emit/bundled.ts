import { basename } from "node:path"
import type { Bundle } from "../documents/bundle.ts"
import type { Specs } from "../model/Specs.ts"
import type { Files } from "./files.ts"
import { isObject, type Json } from "../documents/json.ts"
import { pascal } from "./code.ts"

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/**
 * Extensions for authors of the specs and for codegen, which the published documents omit: the source of a rule, the
 * codes of an operation's own rules, and what the Workbench shows.
 */
const unpublished = new Set(["x-source", "x-codes", "x-shown"])

const published = (key: string, value: unknown): unknown => (unpublished.has(key) ? undefined : value)

/** Every bundle, by the name of its file in `packages/contracts/bundled`. */
export const emitBundles = ({ bundles, workflows }: Specs): Files =>
  new Map([
    ...[...bundles].map(([name, bundle]) => [`${name}.json`, emitBundled(bundle)] as const),
    ...[...workflows].map(([name, workflow]) => [`${name}.json`, emitWorkflow(workflow)] as const)
  ])

/** A document by itself, with everything that it references. */
const emitBundled = (bundle: Bundle): string =>
  `${JSON.stringify(withTitles(bundle.document), published, 2)}\n`

interface Workflow {
  readonly sourceDescriptions?: ReadonlyArray<{ readonly url: string }>
}

/** A workflow unchanged, except that its sources are sibling files. */
const emitWorkflow = (workflow: unknown): string => {
  const document = workflow as Workflow
  const sources = document.sourceDescriptions?.map((source) => ({ ...source, url: bundledUrl(source.url) }))
  return json(sources === undefined ? document : { ...document, sourceDescriptions: sources })
}

/** `../../packages/contracts/bundled/partner-api.json` -> `./partner-api.json` */
const bundledUrl = (url: string): string => `./${basename(url)}`

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
const withTitles = (document: Json): Json => {
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
