import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import { readFileSync } from "node:fs"

type Operation = {
  readonly operationId?: string
  readonly requestBody?: { readonly content: Readonly<Record<string, Body>> }
  readonly responses: Readonly<Record<string, Answer>>
}
type Body = {
  readonly examples?: Readonly<Record<string, { readonly $ref?: string; readonly value?: unknown }>>
}
type Answer = {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>
  readonly headers?: Readonly<Record<string, { readonly required?: boolean; readonly $ref?: string }>>
}
type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }

const escapePointer = (part: string): string =>
  encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))

const resolve = (document: unknown, ref: string): any =>
  ref
    .slice(2)
    .split("/")
    .reduce((value: any, part) => value[part.replaceAll("~1", "/").replaceAll("~0", "~")], document)

/**
 * Validates answers against a bundled OpenAPI document with an independent validator: the status and media type are
 * declared, every required header is present, and the body fits its schema.
 */
export class SpecChecker {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  readonly #document: Document
  readonly #name: string
  readonly #compiled = new Map<string, ValidateFunction>()

  constructor(name: string, file: string | URL) {
    this.#name = name
    this.#document = JSON.parse(readFileSync(file, "utf8"))
    this.#ajv.addSchema(this.#document, name)
  }

  /** The method and path template of an operation. */
  route(operationId: string): { readonly method: string; readonly path: string } {
    for (const [path, item] of Object.entries(this.#document.paths)) {
      for (const [method, operation] of Object.entries(item)) {
        if (operation.operationId === operationId) return { method: method.toUpperCase(), path }
      }
    }
    throw new Error(`The spec ${this.#name} has no operation ${operationId}`)
  }

  /** The first example of a request's body; undefined if the operation takes none. */
  exampleOfBody(operationId: string): unknown {
    const { method, path } = this.route(operationId)
    const content = this.#document.paths[path]?.[method.toLowerCase()]?.requestBody?.content
    const [first] = Object.values(content?.["application/json"]?.examples ?? {})
    return first?.$ref === undefined ? first?.value : resolve(this.#document, first.$ref).value
  }

  /** The differences from the spec, as sentences; empty if the answer fits. */
  differences(
    operationId: string,
    answer: { readonly status: number; readonly headers: Headers; readonly body: unknown }
  ): ReadonlyArray<string> {
    const { method, path } = this.route(operationId)
    const declared = this.#document.paths[path]?.[method.toLowerCase()]?.responses[String(answer.status)]
    if (declared === undefined) return [`${operationId} doesn't declare the status ${answer.status}`]
    const response: Answer = declared.$ref === undefined ? declared : resolve(this.#document, declared.$ref)
    const base =
      declared.$ref ?? `#/paths/${escapePointer(path)}/${method.toLowerCase()}/responses/${answer.status}`
    return [...this.#headers(response, answer.headers), ...this.#body(base, response, answer)]
  }

  #headers(response: Answer, headers: Headers): ReadonlyArray<string> {
    return Object.entries(response.headers ?? {}).flatMap(([name, header]) => {
      const { required } = header.$ref === undefined ? header : resolve(this.#document, header.$ref)
      return required === true && !headers.has(name) ? [`the header ${name} is missing`] : []
    })
  }

  #body(base: string, response: Answer, answer: { readonly headers: Headers; readonly body: unknown }) {
    const [declaredType] = Object.keys(response.content ?? {})
    if (declaredType === undefined)
      return answer.body === undefined ? [] : ["there is a body, and none is declared"]
    const type = (answer.headers.get("content-type") ?? "none").split(";")[0]
    if (type !== declaredType) return [`the content type is ${type}, not ${declaredType}`]
    const pointer = `${this.#name}${base}/content/${escapePointer(declaredType)}/schema`
    const validate = this.#compiled.get(pointer) ?? this.#ajv.compile({ $ref: pointer })
    this.#compiled.set(pointer, validate)
    if (validate(answer.body)) return []
    return (validate.errors ?? []).map(
      ({ instancePath, message }) => `${instancePath || "the body"} ${message}`
    )
  }
}
