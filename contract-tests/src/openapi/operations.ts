import { readFileSync } from "node:fs"
import { join } from "node:path"
import { projectRoot } from "@embedded-super/program/projectRoot"
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"

/** An independent validator of JSON Schema 2020-12, with formats; it ignores the documents' own extensions. */
export const newValidator = (): Ajv2020 => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  // The package is CommonJS: its function is the default of its default.
  ;(addFormats as unknown as (validator: Ajv2020) => void)(ajv)
  return ajv
}

/** A validator's findings, one line each; empty if the value satisfies the schema. Values are not quoted. */
export const findings = (validate: ValidateFunction, value: unknown): ReadonlyArray<string> =>
  validate(value) === true
    ? []
    : (validate.errors ?? []).map(
        ({ instancePath, keyword, message, params }) =>
          `${instancePath === "" ? "/" : instancePath} ${keyword}: ${message} ${JSON.stringify(params)}`
      )

export type ApiName = "partner-api" | "embed-api" | "fund-api" | "simulator-api" | "workbench-api"

/** The parts of a JSON Schema that these tests use. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: boolean
  readonly items?: Schema
  readonly enum?: ReadonlyArray<unknown>
  readonly examples?: ReadonlyArray<unknown>
  readonly readOnly?: boolean
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minProperties?: number
  readonly format?: string
  readonly const?: unknown
  readonly not?: Schema
  readonly if?: Schema
  readonly then?: Schema
  readonly else?: Schema
  readonly dependentSchemas?: Readonly<Record<string, Schema>>
  readonly "x-check"?: string
}

export interface Parameter {
  readonly name: string
  readonly in: "path" | "query" | "header"
  readonly required: boolean
  readonly schema: Schema
  readonly example?: unknown
}

/** One operation of a document, with its references to parameters, bodies and answers resolved. */
export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly tag: string
  readonly planned: boolean
  /** The names of the alternative security schemes; empty if the operation needs no authentication. */
  readonly security: ReadonlyArray<string>
  readonly parameters: ReadonlyArray<Parameter>
  readonly body:
    | { readonly required: boolean; readonly schema: Schema; readonly examples: ReadonlyArray<unknown> }
    | undefined
  /** The media types of its successful answers. */
  readonly produces: ReadonlyArray<string>
  readonly statuses: ReadonlyArray<number>
  /** The codes of its problems; undefined where the document lists none. */
  readonly problems: ReadonlyArray<string> | undefined
  /** The examples of its successful answers. */
  readonly answers: ReadonlyArray<unknown>
}

/** A bundled document, with lookups in it. */
export interface Document {
  readonly operations: ReadonlyArray<Operation>
  /** Validates a value with an independent validator; returns one line per finding. */
  readonly judge: (schema: Schema, value: unknown) => ReadonlyArray<string>
  /** Resolves a reference, if the value is one. */
  readonly resolve: <A extends object>(value: A | { readonly $ref: string }) => A
}

// spec:lint validates the bundled documents against the OpenAPI schema; here they are only read.
type Json = any

const methods = ["get", "post", "put", "patch", "delete"]

const read = (api: ApiName): Json =>
  JSON.parse(readFileSync(join(projectRoot, "packages/contracts/bundled", `${api}.json`), "utf8"))

const operationOf =
  (document: Json, resolve: Document["resolve"]) =>
  (path: string, method: string): Operation => {
    const item: Json = document.paths[path]
    const operation: Json = item[method]
    const parameters: ReadonlyArray<Json> = [...(operation.parameters ?? []), ...(item.parameters ?? [])].map(
      resolve
    )
    const requestBody: Json = operation.requestBody === undefined ? undefined : resolve(operation.requestBody)
    const json = requestBody?.content["application/json"]
    const successes = Object.entries<Json>(operation.responses).filter(([status]) => status.startsWith("2"))
    return {
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      tag: operation.tags[0],
      planned: operation["x-planned"] !== undefined,
      security: (operation.security ?? document.security ?? []).flatMap(Object.keys),
      parameters: parameters.map(({ example, in: place, name, required, schema }) => ({
        name,
        in: place,
        required: required ?? false,
        schema: resolve(schema),
        example
      })),
      body:
        json === undefined
          ? undefined
          : {
              required: requestBody.required ?? false,
              schema: json.schema,
              examples: Object.values<Json>(json.examples ?? {}).map(
                (example) => resolve<Json>(example).value
              )
            },
      produces: [
        ...new Set(successes.flatMap(([, answer]) => Object.keys(resolve<Json>(answer).content ?? {})))
      ],
      statuses: Object.keys(operation.responses).map(Number),
      problems: operation["x-problems"],
      answers: successes.flatMap(([, answer]) =>
        Object.values<Json>(resolve<Json>(answer).content?.["application/json"]?.examples ?? {}).map(
          (example) => resolve<Json>(example).value
        )
      )
    }
  }

/** Reads the bundled document of an API. */
export const readDocument = (api: ApiName): Document => {
  const document = read(api)
  const resolve = (value: Json): Json => {
    if (value?.$ref === undefined) return value
    const { $ref, ...siblings } = value
    const target = ($ref as string)
      .slice("#/".length)
      .split("/")
      .reduce((inner, key) => inner[key.replaceAll("~1", "/").replaceAll("~0", "~")], document)
    return { ...resolve(target), ...siblings }
  }
  const paths = Object.entries<Json>(document.paths)
  const ajv = newValidator().addSchema({ $id: "document", components: document.components })
  const compiled = new Map<string | Schema, ReturnType<typeof ajv.compile>>()
  const compile = (schema: Schema) => {
    const { $ref } = schema
    const known = compiled.get($ref ?? schema)
    if (known !== undefined) return known
    const validate = ajv.compile($ref === undefined ? schema : { $ref: `document${$ref}` })
    compiled.set($ref ?? schema, validate)
    return validate
  }
  return {
    judge: (schema, value) => findings(compile(schema), value),
    operations: paths.flatMap(([path, item]) =>
      methods
        .filter((method) => item[method] !== undefined)
        .map((method) => operationOf(document, resolve)(path, method))
    ),
    resolve
  }
}

/** The operations that are implemented. */
export const implemented = ({ operations }: Document): ReadonlyArray<Operation> =>
  operations.filter(({ planned }) => !planned)
