import { dirname, join } from "node:path"
import { completedSpecs } from "@embedded-super/codegen"
import type { Schema } from "./reference/Document.ts"

type SchemaFile = Readonly<Record<string, Schema>>

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

const typeOf = ({ enum: values, type }: Schema): string => {
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(", ")
  return typeof type === "string" ? type : (type?.join(" or ") ?? "any of several")
}

/** All schemas of one file. */
export const readSchemas = (file: string): ReadonlyArray<SchemaOfFile> => {
  const specs = completedSpecs()
  const load = (path: string) => specs.read(path) as SchemaFile

  /** Resolves a reference; properties beside it take precedence. */
  const resolved = (schema: Schema, from: string): Schema => {
    if (schema.$ref === undefined) return schema
    const [path = "", name = ""] = schema.$ref.split("#/")
    const target = path === "" ? from : join(dirname(from), path)
    const found = load(target)[name]
    if (found === undefined) throw new Error(`${from} refers to ${schema.$ref}, which isn't there.`)
    const { $ref: _, ...own } = schema
    return { ...resolved(found, target), ...own }
  }

  return Object.entries(load(file)).map(([name, schema]) => ({
    name,
    description: schema.description ?? "",
    examples: schema.examples ?? [],
    fields: Object.entries(schema.properties ?? {}).map(([field, property]) => {
      const target = resolved(property, file)
      return {
        name: field,
        type: typeOf(target),
        isRequired: schema.required?.includes(field) ?? false,
        description: target.description ?? ""
      }
    })
  }))
}
