/**
 * The contract's verdict on a call: whether request and answer fit the schemas of their operation. Findings are made by
 * `issuesOf` of http-manners, as the ones that callers get: they have a pointer and a code, and never a value.
 *
 * The trap: what comes from the disk is masked, and would break the contract for that alone. Only what is kept as it was
 * sent can be judged.
 */
import { issuesOf, type ProblemIssue } from "@embedded-super/http-manners"
import type { ShortText, TimelineFinding } from "@embedded-super/contracts/schemas"
import * as Exit from "effect/Exit"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import { type HttpApiName, type Operation, operationOf } from "./contract.ts"
import { lowerCase } from "./lowerCase.ts"
import { parsed } from "./masking/maskedBody.ts"
import type { RawAnswer, RawCall } from "./Message.ts"
import { webhookIssues } from "./webhookIssues.ts"

/** The document that a call belongs to; for a delivery, whose operation is the event, `webhooks`. */
export type ApiName = HttpApiName | "webhooks"

export interface Verdict {
  readonly verdict: "fits" | "breaks" | "not_checked"
  readonly findings: ReadonlyArray<TimelineFinding>
}

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

const unreadable = (detail: string) => [{ pointer: "#", code: "malformed_json", detail }]

const ofRequest = ({ endpoint, options }: Operation, { request, url }: RawCall) => {
  const query = Object.fromEntries(new URLSearchParams(/\?([^#]*)/.exec(url)?.[1] ?? ""))
  const querySchema = endpoint.query === undefined ? undefined : Schema.toCodecArrayFromSingle(endpoint.query)
  const before = [
    ...issuesIn("header", endpoint.headers, lowerCase(request.headers), options.headers),
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
    parts.length === 1 ? issuesIn("header", parts[0]!.headers, lowerCase(answer.headers), options) : []
  if (parts.some(({ body }) => HttpApiSchema.isNoContent(body.ast))) return headers
  const value = answer.body === null ? undefined : parsed(answer.body)
  if (value === undefined) return [...headers, ...unreadable("The answer is not valid JSON.")]
  return [...headers, ...issuesIn("body", Schema.Union(parts.map(({ body }) => body)), value, options)]
}

const findingsOf = ({ answer, api, call, operation }: Made): ReadonlyArray<TimelineFinding> | undefined => {
  // A receiver may answer what it likes.
  if (api === "webhooks") return webhookIssues(call.request).map(finding("request"))
  const found = operationOf(api, operation, call)
  if (found === undefined) return undefined
  return [
    ...ofRequest(found, call).map(finding("request")),
    ...(answer === undefined ? [] : ofAnswer(found, answer).map(finding("answer")))
  ]
}

/** A call, and the answer if one came. */
export interface Made {
  readonly api: ApiName
  /** The operation's id, for example `createEmployer`; undefined finds it by method and path. */
  readonly operation: string | undefined
  readonly call: RawCall
  readonly answer: RawAnswer | undefined
}

/** Whether request and answer fit the contract. Without an operation nothing is checked. */
export const verdictOf = (made: Made): Verdict => {
  const findings = findingsOf(made)?.slice(0, 100)
  if (findings === undefined) return { verdict: "not_checked", findings: [] }
  return { verdict: findings.length === 0 ? "fits" : "breaks", findings }
}
