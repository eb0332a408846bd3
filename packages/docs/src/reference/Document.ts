/**
 * A bundled document as the reference pages read it: an OpenAPI or an AsyncAPI document, of which every reference leads into the
 * document itself.
 */
import { completedSpecs } from "@embedded-super/codegen"
import { type BundleName, bundleFile } from "@embedded-super/specs"
import { readFileSync } from "node:fs"

export interface Schema {
  readonly $ref?: string
  readonly title?: string
  readonly description?: string
  readonly type?: string | ReadonlyArray<string>
  readonly format?: string
  readonly const?: unknown
  readonly default?: unknown
  readonly enum?: ReadonlyArray<string | null>
  readonly "x-extensible-enum"?: ReadonlyArray<string>
  readonly required?: ReadonlyArray<string>
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly oneOf?: ReadonlyArray<Schema>
  readonly examples?: ReadonlyArray<unknown>
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

export interface Example {
  readonly $ref?: string
  readonly summary?: string
  readonly description?: string
  readonly "x-remedy"?: string
  readonly value?: unknown
}

export interface Media {
  readonly schema?: Schema
  readonly examples?: Readonly<Record<string, Example>>
}

export interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: "path" | "query" | "header"
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
  readonly example?: unknown
}

export interface Answer {
  readonly $ref?: string
  readonly description?: string
  readonly headers?: Readonly<Record<string, { readonly $ref?: string; readonly description?: string }>>
  readonly content?: Readonly<Record<string, Media>>
}

export interface Operation {
  readonly operationId: string
  readonly tags: ReadonlyArray<string>
  readonly summary: string
  readonly description?: string
  readonly security?: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly deprecated?: boolean
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, Answer>>
  /** The codes of all problems that it returns. */
  readonly "x-problems"?: ReadonlyArray<string>
  /** The events that follow from it. */
  readonly "x-sends"?: ReadonlyArray<string>
  /** The release that brings it. */
  readonly "x-planned"?: string
}

export interface Document {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: ReadonlyArray<{ readonly url: string; readonly description: string }>
  readonly security?: Operation["security"]
  readonly tags: ReadonlyArray<{ readonly name: string; readonly description: string }>
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses?: Readonly<Record<string, Answer>>
    readonly examples?: Readonly<Record<string, Example>>
    readonly securitySchemes?: Readonly<
      Record<string, { readonly type: string; readonly name?: string; readonly description: string }>
    >
  }
}

/** One operation of an API, with its place. */
export interface ApiOperation extends Operation {
  /** In capitals. */
  readonly method: string
  readonly path: string
  readonly tag: string
}

/** What may be left out as `{ $ref }`. */
interface Referring {
  readonly $ref?: string
}

/** The name that a reference ends with. */
export const nameOf = ($ref: string): string => $ref.split("/").at(-1) ?? ""

export interface Api {
  /** Of its bundle, and of its folder in the reference. */
  readonly name: BundleName
  readonly document: Document
  readonly operations: ReadonlyArray<ApiOperation>
  /** What a reference leads to, with what stands beside the reference in its place. */
  readonly resolve: <A extends Referring>(part: A) => A
}

const methods = ["get", "put", "post", "patch", "delete"]

export const readApi = (name: BundleName): Api =>
  apiOf(name, JSON.parse(readFileSync(bundleFile(name), "utf8")))

/** A document that has been read. */
export const apiOf = (name: BundleName, document: Document): Api => {
  const resolve = <A extends Referring>(part: A): A => {
    if (part.$ref === undefined) return part
    const { $ref, ...own } = part
    const target = $ref
      .split("/")
      .slice(1)
      .reduce<unknown>((at, key) => (at as Readonly<Record<string, unknown>>)[key], document)
    return { ...resolve(target as A), ...own }
  }
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method] !== undefined)
      .map((method): ApiOperation => {
        const operation = item[method] as Operation
        const shared = (item["parameters"] ?? []) as ReadonlyArray<Parameter>
        return {
          ...operation,
          ...{ method: method.toUpperCase(), path, tag: operation.tags[0] ?? "" },
          parameters: [...shared, ...(operation.parameters ?? [])].map(resolve)
        }
      })
  )
  return { name, document, operations, resolve }
}

/** The answers of problems that the APIs share, as their source has them: also those of no operation. */
export const readSharedAnswers = (): ReadonlyArray<Answer> =>
  Object.values(completedSpecs().read("schemas/problems.yaml") as Readonly<Record<string, Answer>>)

/** `createEmployer` as a part of an address: `create-employer`. */
export const slugOf = (operationId: string): string =>
  operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Where the page of an operation is, from the root of the docs. */
export const operationAddress = (api: string, operationId: string): string =>
  `reference/${api}/${slugOf(operationId)}/`

/** Where a schema stands, from the root of the docs. */
export const schemaAddress = (api: string, name: string): string =>
  `reference/${api}/schemas/#${name.toLowerCase()}`
