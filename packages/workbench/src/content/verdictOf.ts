/**
 * The contract's verdict on a call: whether request and answer fit the schemas of their operation. Findings are made by
 * `issuesOf` of http-manners, as the ones that callers get: they have a pointer and a code, and never a value.
 *
 * The trap: the contract is an argument, because a bundled simulator must not carry the schemas of APIs that it never sees.
 */
import { issuesOf, type ProblemIssue, slotOptions } from "@embedded-super/http-manners"
import type { ShortText, TimelineFinding } from "@embedded-super/contracts/schemas"
import * as Exit from "effect/Exit"
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import { parsed } from "./masking/maskedBody.ts"
import type { RawAnswer, RawCall } from "./Message.ts"

export interface Verdict {
  readonly verdict: "fits" | "breaks" | "not_checked"
  readonly findings: ReadonlyArray<TimelineFinding>
}

interface Operation {
  readonly endpoint: HttpApiEndpoint.Top
  readonly options: ReturnType<typeof slotOptions>
  /** The schemas of each status. */
  readonly answers: ReadonlyMap<number, ReadonlyArray<Schema.Top>>
}

/** The operations of one API. */
export type Contract = ReadonlyArray<Operation>

/** The operations of an API, read once: keep the result. */
export const contractOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): Contract => {
  const operations: Array<Operation> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, errors, mergedAnnotations, successes }) => {
      const options = slotOptions(mergedAnnotations)
      operations.push({ endpoint, options, answers: new Map([...errors, ...successes]) })
    }
  })
  return operations
}

const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/?#]*/, "").replace(/[?#].*$/s, "") || "/"

const isAt = (template: string, path: string): boolean => {
  const parts = template.split("/")
  const others = path.split("/")
  return (
    parts.length === others.length &&
    parts.every((part, index) => part.startsWith(":") || part === others[index])
  )
}

/** The operation with this id, or the one at this method and path; of two that match, the one with fewer parameters. */
const operationOf = (
  operations: Contract,
  id: string | undefined,
  { method, url }: RawCall
): Operation | undefined => {
  if (id !== undefined) return operations.find(({ endpoint }) => endpoint.identifier === id)
  const path = pathOf(url)
  return operations
    .filter(({ endpoint }) => endpoint.method === method && isAt(endpoint.path, path))
    .toSorted((a, b) => a.endpoint.path.split(":").length - b.endpoint.path.split(":").length)[0]
}

/** The id of the operation at this method and path; undefined if there is none. */
export const operationIdOf = (contract: Contract, call: RawCall): string | undefined =>
  operationOf(contract, undefined, call)?.endpoint.identifier

/** What is wrong with a value; nothing without a schema. */
const issuesIn = (
  place: ProblemIssue["in"],
  schema: Schema.Top | undefined,
  value: unknown,
  options: SchemaAST.ParseOptions
): ReadonlyArray<ProblemIssue> => {
  if (schema === undefined) return []
  const exit = Schema.decodeUnknownExit(schema as Schema.Codec<unknown, unknown>, options)(value)
  if (Exit.isSuccess(exit)) return []
  const failure = exit.cause.reasons.find((reason) => reason._tag === "Fail")
  return failure === undefined ? [] : issuesOf(place, failure.error.issue, value)
}

const finding =
  (where: TimelineFinding["in"]) =>
  ({ code, detail, pointer }: Omit<ProblemIssue, "in">) => ({
    in: where,
    pointer: pointer as ShortText,
    code: code as ShortText,
    detail: detail as ShortText
  })

const lower = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const unreadable = (detail: string) => [{ pointer: "#", code: "malformed_json", detail }]

const ofRequest = ({ endpoint, options }: Operation, { request, url }: RawCall) => {
  const query = Object.fromEntries(new URLSearchParams(/\?([^#]*)/.exec(url)?.[1] ?? ""))
  const querySchema = endpoint.query === undefined ? undefined : Schema.toCodecArrayFromSingle(endpoint.query)
  const before = [
    ...issuesIn("header", endpoint.headers, lower(request.headers), options.headers),
    ...issuesIn("query", querySchema, query, options.query)
  ]
  const payload = [...endpoint.payload.values()].find(({ encoding }) => encoding._tag === "Json")
  if (payload === undefined || endpoint.method === "GET") return before
  const value = request.body === null ? undefined : parsed(request.body)
  return value === undefined && request.body !== null && request.body !== ""
    ? [...before, ...unreadable("The body is not valid JSON.")]
    : [...before, ...issuesIn("body", Schema.Union(payload.schemas), value, options.payload)]
}

interface Parts {
  readonly body: Schema.Top
  readonly headers: Schema.Top | undefined
}

const schemaAt = (value: unknown, key: string): Schema.Top | undefined => {
  const found: unknown = Predicate.hasProperty(value, key) ? value[key] : undefined
  return Schema.isSchema(found) ? (found as Schema.Top) : undefined
}

/** The schemas of an answer's body and headers. A problem is a class with a `body`; with headers both are annotations. */
const partsOf = (schema: Schema.Top): Parts => {
  if (HttpApiSchema.isWithHeaders(schema)) return { body: schema.schema, headers: schema.headers }
  const annotated = schema.ast.annotations?.["~httpApiWithHeaders"]
  const body = schemaAt(annotated, "bodyCodec") ?? schemaAt(schema, "body") ?? schema
  return { body, headers: schemaAt(annotated, "headersCodec") }
}

/** A streamed body has its media type as a property. */
const isStream = (schema: Schema.Top): boolean =>
  Predicate.hasProperty(HttpApiSchema.isWithHeaders(schema) ? schema.schema : schema, "contentType")

const ofAnswer = ({ answers, endpoint }: Operation, answer: RawAnswer) => {
  if (answer.status === null) return []
  const schemas = answers.get(answer.status)
  if (schemas === undefined) {
    if (answer.status < 300 && [...endpoint.success].some(isStream)) return []
    const allowed = [...answers.keys()].toSorted((a, b) => a - b).join(", ")
    const detail = `The operation doesn't answer ${answer.status}. It answers ${allowed}.`
    return [{ pointer: "status", code: "not_allowed", detail }]
  }
  const parts = schemas.map(partsOf)
  const options = { errors: "all" } as const
  const headers =
    parts.length === 1 ? issuesIn("header", parts[0]!.headers, lower(answer.headers), options) : []
  if (parts.some(({ body }) => HttpApiSchema.isNoContent(body.ast))) return headers
  const value = answer.body === null ? undefined : parsed(answer.body)
  if (value === undefined) return [...headers, ...unreadable("The answer is not valid JSON.")]
  return [...headers, ...issuesIn("body", Schema.Union(parts.map(({ body }) => body)), value, options)]
}

/** Whether request and answer fit the contract. Without an operation, or without an answer, less is checked. */
export const verdictOf = ({
  answer,
  call,
  contract,
  operation
}: {
  readonly contract: Contract
  /** The operation's id, for example `createEmployer`; undefined finds it by method and path. */
  readonly operation: string | undefined
  readonly call: RawCall
  readonly answer: RawAnswer | undefined
}): Verdict => {
  const found = operationOf(contract, operation, call)
  if (found === undefined) return { verdict: "not_checked", findings: [] }
  const findings = [
    ...ofRequest(found, call).map(finding("request")),
    ...(answer === undefined ? [] : ofAnswer(found, answer).map(finding("answer")))
  ].slice(0, 100)
  return { verdict: findings.length === 0 ? "fits" : "breaks", findings }
}
