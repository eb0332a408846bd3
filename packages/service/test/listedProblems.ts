import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { EmbedApi } from "@embedded-super/contracts/embed-api"
import { fieldCodes } from "@embedded-super/contracts/field-codes"
import type { FieldError } from "@embedded-super/contracts/schemas"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"

interface Operation {
  readonly operationId: string
  readonly "x-problems"?: ReadonlyArray<string>
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** The operations of a document: of the paths with fewer variables first, as a router prefers them. */
const operationsOf = (name: string) => {
  const file = fileURLToPath(import.meta.resolve(`@embedded-super/contracts/bundled/${name}`))
  const { paths } = JSON.parse(readFileSync(file, "utf8")) as Document
  return Object.entries(paths)
    .toSorted(([a], [b]) => a.split("{").length - b.split("{").length)
    .map(([path, item]) => ({ pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`), item }))
}

const documents = [...operationsOf("partner-api"), ...operationsOf("embed-api")]

/**
 * The code of an answer, with its operation, if the specs don't list it under `x-problems` of that operation; undefined
 * if they do, or if there is no such operation. The requests of the tests fail with it, so that the docs' page of errors
 * says who returns what.
 */
export const unlistedProblem = (method: string, target: string, code: unknown): string | undefined => {
  if (typeof code !== "string") return undefined
  const [path = ""] = target.split("?")
  const operation = documents.find(({ pattern }) => pattern.test(path))?.item[method.toLowerCase()]
  if (operation === undefined || operation["x-problems"]?.includes(code) === true) return undefined
  return `${operation.operationId} ${code}`
}

/** Throws if an answer is a problem that the specs don't list for its operation. */
export const expectListed = (method: string, target: string, status: number, body: unknown): void => {
  const code = status < 400 ? undefined : (body as { readonly code?: unknown } | undefined)?.code
  const unlisted = unlistedProblem(method, target, code)
  if (unlisted !== undefined) {
    throw new Error(`The specs don't list this problem, under x-problems of the operation: ${unlisted}`)
  }
}

type Codes = Readonly<Record<string, ReadonlyArray<string>>>

/** The operations of the embed API. */
export const embedEndpoints: ReadonlyArray<HttpApiEndpoint.Top> = Object.values(EmbedApi.groups).flatMap(
  (group): ReadonlyArray<HttpApiEndpoint.Top> => Object.values(group.endpoints)
)

const pathPattern = ({ path }: HttpApiEndpoint.Top): RegExp =>
  new RegExp(`^${path.replaceAll(/:[a-z_]+/g, "[^/]+")}$`)

/** The listed place of a finding: `*` for each item of a list; an unknown property is a finding on its object. */
const listedPlace = ({ code, pointer }: FieldError, codes: Codes): string => {
  const place = pointer.slice(1).replaceAll(/\/[0-9]+(?=\/|$)/g, "/*")
  return code !== "unknown_property" || place in codes ? place : place.slice(0, place.lastIndexOf("/"))
}

/**
 * The findings on a body that the specs don't list for its operation. A frame has no sentence for such a code. The requests
 * of the tests fail with them, so that every rule that a test breaks is compared with the specs.
 */
export const unlistedFindings = (
  method: string,
  path: string,
  errors: ReadonlyArray<FieldError>
): ReadonlyArray<string> => {
  const endpoint = embedEndpoints.find((each) => each.method === method && pathPattern(each).test(path))
  if (endpoint === undefined) return []
  const codes = (fieldCodes as Readonly<Record<string, Codes>>)[endpoint.identifier] ?? {}
  return errors
    .filter((error) => error.in === "body" && error.code !== "duplicate_property")
    .filter((error) => codes[listedPlace(error, codes)]?.includes(error.code) !== true)
    .map(({ code, pointer }) => `${endpoint.identifier} ${pointer} ${code}`)
}
