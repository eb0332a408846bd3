import { readFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { parse } from "yaml"
import type { Schema } from "./bundles.ts"

/** The meanings of the values of a closed set, as the specs are written. */
type Values = Readonly<Record<string, string>>
type RefSchema = Schema & { readonly $ref?: string; readonly "x-values"?: Values }
type SchemaFile = Readonly<Record<string, RefSchema>>

const specs = fileURLToPath(new URL("../../../specs/", import.meta.url))

export interface Field {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly description: string
}

/** A schema of a file in `specs/`, with its fields; references are resolved. */
export interface SchemaOfFile {
  readonly name: string
  readonly description: string
  readonly fields: ReadonlyArray<Field>
  readonly examples: ReadonlyArray<unknown>
}

const load = async (file: string): Promise<SchemaFile> => parse(await readFile(join(specs, file), "utf8"))

/** The schema with its values, and with what they mean in its description. */
const withValues = ({ "x-values": values, ...schema }: RefSchema): RefSchema => {
  if (values === undefined) return schema
  const meanings = Object.entries(values).map(([value, meaning]) => `\`${value}\`: ${meaning}`)
  return {
    ...schema,
    enum: Object.keys(values),
    description: [schema.description ?? "", ...meanings].join(" ").trim()
  }
}

/** Resolves a reference; properties beside it take precedence. */
const resolved = async (schema: RefSchema, file: string): Promise<RefSchema> => {
  if (schema.$ref === undefined) return withValues(schema)
  const [path = "", name = ""] = schema.$ref.split("#/")
  const target = path === "" ? file : join(dirname(file), path)
  const found = (await load(target))[name]
  if (found === undefined) throw new Error(`${file} refers to ${schema.$ref}, which isn't there.`)
  const { $ref: _, ...own } = schema
  return { ...(await resolved(found, target)), ...own }
}

const typeOf = ({ enum: values, type }: Schema): string => {
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(", ")
  return typeof type === "string" ? type : (type?.join(" or ") ?? "any of several")
}

/** All schemas of one file. */
export const readSchemas = async (file: string): Promise<ReadonlyArray<SchemaOfFile>> => {
  const schemas = Object.entries(await load(file)).map(
    ([name, schema]) => [name, withValues(schema)] as const
  )
  return Promise.all(
    schemas.map(async ([name, schema]) => ({
      name,
      description: schema.description ?? "",
      examples: schema.examples ?? [],
      fields: await Promise.all(
        Object.entries(schema.properties ?? {}).map(async ([name, property]) => {
          const target = await resolved(property, file)
          return {
            name,
            type: typeOf(target),
            isRequired: schema.required?.includes(name) ?? false,
            description: target.description ?? ""
          }
        })
      )
    }))
  )
}
