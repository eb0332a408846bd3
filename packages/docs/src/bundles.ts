import { completedSpecs } from "@embedded-super/codegen"
import { type BundleName, bundleFile } from "@embedded-super/specs"
import { readFile } from "node:fs/promises"

export interface Schema {
  readonly description?: string
  readonly type?: string | ReadonlyArray<string>
  readonly "x-extensible-enum"?: ReadonlyArray<string>
  readonly enum?: ReadonlyArray<string>
  readonly required?: ReadonlyArray<string>
  readonly properties?: Readonly<Record<string, Schema>>
  readonly examples?: ReadonlyArray<unknown>
}

interface Example {
  readonly $ref?: string
  readonly summary?: string
  readonly description?: string
  readonly "x-remedy"?: string
  readonly value?: unknown
}

export interface Media {
  readonly examples?: Readonly<Record<string, Example>>
}

export interface Response {
  readonly $ref?: string
  readonly description?: string
  readonly content?: Readonly<Record<string, Media>>
}

export interface Operation {
  readonly operationId: string
  readonly tags?: ReadonlyArray<string>
  /** The codes of all problems that it returns. */
  readonly "x-problems"?: ReadonlyArray<string>
  readonly summary?: string
  readonly description?: string
  readonly responses: Readonly<Record<string, Response>>
}

/** The part of an OpenAPI document that the catalogues read. */
export interface Bundle {
  readonly info: { readonly title: string; readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, Response>>
    readonly examples?: Readonly<Record<string, Example>>
  }
}

export const readBundle = async (name: BundleName): Promise<Bundle> =>
  JSON.parse(await readFile(bundleFile(name), "utf8"))

/** The answers of problems that the APIs share, as their source has them: also those of no operation. */
export const readSharedAnswers = (): Bundle => {
  const responses = completedSpecs().read("schemas/problems.yaml") as Bundle["components"]["responses"]
  return { info: { title: "", version: "" }, paths: {}, components: { schemas: {}, responses } }
}

const methods = ["get", "put", "post", "delete", "patch", "head", "options"]

/** The operations of a document, with their method and path. */
export const operationsOf = ({ paths }: Bundle) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation }))
  )
