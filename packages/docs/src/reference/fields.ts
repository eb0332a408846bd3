/**
 * The fields of a schema as a list, for people: name, type, what may stand in it. A field that has fields of its own lists them
 * below it; what is met a second time on the way down, or lies too deep, is a link to its schema.
 */
import { type Api, nameOf, type Schema, schemaAddress } from "./Document.ts"

/** How deep a list goes. */
const DEEPEST = 4

const valuesOf = ({ "x-extensible-enum": open, enum: closed }: Schema): ReadonlyArray<string> =>
  open ?? (closed ?? []).filter((value) => value !== null)

const typesOf = ({ type = [] }: Schema): ReadonlyArray<string> => [type].flat()

/** What JSON calls a text is a string to every program. */
const wordOf = (schema: Schema, items: string): string => {
  const words = typesOf(schema)
    .filter((type) => type !== "null")
    .map((type) =>
      type === "array"
        ? `array of ${items}`
        : type === "string" && schema.format !== undefined
          ? `string (${schema.format})`
          : type
    )
  return words.length === 0 ? "any" : words.join(" or ")
}

const between = (
  least: number | undefined,
  most: number | undefined,
  unit: string
): ReadonlyArray<string> => {
  if (least !== undefined && least === most) return [`${least}${unit}`]
  if (most === undefined) return least === undefined || least === 0 ? [] : [`at least ${least}${unit}`]
  return [least === undefined || least === 0 ? `at most ${most}${unit}` : `${least} to ${most}${unit}`]
}

/** The bounds of a value, in words. */
const boundsOf = (schema: Schema): ReadonlyArray<string> => [
  ...(valuesOf(schema).length > 0 || schema.format === "uuid"
    ? []
    : between(schema.minLength, schema.maxLength, " characters")),
  ...(schema.maximum !== undefined && schema.maximum > 2_000_000_000
    ? between(schema.minimum, undefined, "")
    : between(schema.minimum, schema.maximum, "")),
  ...between(schema.minItems, schema.maxItems, " entries"),
  ...(schema.default === undefined ? [] : [`\`${JSON.stringify(schema.default)}\` if left out`])
]

const valueList = (schema: Schema): string => {
  const values = valuesOf(schema)
  if (schema.const !== undefined) return `Always \`${JSON.stringify(schema.const)}\`.`
  if (values.length === 0) return ""
  const list = values.map((value) => `\`${value}\``).join(", ")
  return schema["x-extensible-enum"] === undefined
    ? `One of ${list}.`
    : `Known values: ${list}; more may come.`
}

/** One line about a value: its type, its bounds, its values. */
export const lineOf = (api: Api, given: Schema): string => {
  const schema = api.resolve(given)
  const items = schema.items === undefined ? "values" : wordOf(api.resolve(schema.items), "values")
  const isNullable = typesOf(schema).includes("null")
  return [`${wordOf(schema, items)}${isNullable ? " or null" : ""}`, ...boundsOf(schema)].join(", ")
}

/** The description may hold a list of its own, in which each value has a line; then the values aren't listed again. */
const textOf = (schema: Schema): string => {
  const { description = "" } = schema
  const isSaid = valuesOf(schema).every((value) => description.includes(`\`${value}\``))
  return [description, isSaid && schema.const === undefined ? "" : valueList(schema)]
    .filter((part) => part !== "")
    .join(" ")
}

const indented = (text: string, by: string): string => text.replaceAll("\n", `\n${by}`)

interface Place {
  readonly api: Api
  /** From this page to the root of the docs. */
  readonly root: string
  readonly depth: number
  /** The names of the schemas that this one is part of. */
  readonly within: ReadonlyArray<string>
}

/** The schema whose fields are those of a value: its own, or those of the entries of an array. */
const holderOf = (api: Api, given: Schema): { readonly schema: Schema; readonly name?: string } => {
  const schema = api.resolve(given)
  if (schema.items !== undefined) return holderOf(api, schema.items)
  return { schema, ...(given.$ref === undefined ? {} : { name: nameOf(given.$ref) }) }
}

const fieldsBelow = (given: Schema, place: Place): string => {
  const { name, schema } = holderOf(place.api, given)
  if (schema.properties === undefined) return ""
  const isFarther = place.depth >= DEEPEST || (name !== undefined && place.within.includes(name))
  const by = "  ".repeat(place.depth)
  if (isFarther)
    return name === undefined
      ? ""
      : `\n${by}- as in [${name}](${place.root}${schemaAddress(place.api.name, name)})`
  return `\n${listOf(schema, { ...place, depth: place.depth + 1, within: [...place.within, name ?? ""] })}`
}

const listOf = (schema: Schema, place: Place): string => {
  const by = "  ".repeat(place.depth - 1)
  return Object.entries(schema.properties ?? {})
    .map(([name, property]) => {
      const isRequired = schema.required?.includes(name) === true
      const resolved = place.api.resolve(property)
      const { schema: entry } = holderOf(place.api, property)
      const text = [
        textOf(resolved),
        resolved === entry || resolved.items === undefined ? "" : valueList(entry)
      ]
        .filter((part) => part !== "")
        .join(" ")
      const head = `${by}- \`${name}\` *${lineOf(place.api, property)}${isRequired ? ", required" : ""}*`
      return `${head}${text === "" ? "" : `  \n${by}  ${indented(text, `${by}  `)}`}${fieldsBelow(property, place)}`
    })
    .join("\n")
}

/** The fields of a schema; of an array, those of its entries; empty if it has none. */
export const fieldsOf = (
  api: Api,
  given: Schema,
  root: string,
  within: ReadonlyArray<string> = []
): string => {
  const { name, schema } = holderOf(api, given)
  return listOf(schema, { api, root, depth: 1, within: [...within, name ?? ""] })
}
