import { issuesOf, type ProblemIssue, slotOptions } from "@embedded-super/http-manners"
import * as Exit from "effect/Exit"
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import { lowerCase, type RawAnswer, type RawCall } from "../Message.ts"
import { parsed } from "../masking/maskedBody.ts"
import type { Broken, Contract } from "../contentOf.ts"

interface Operation {
  readonly endpoint: HttpApiEndpoint.Top
  readonly options: ReturnType<typeof slotOptions>
  /** The schemas of each status. */
  readonly answers: ReadonlyMap<number, ReadonlyArray<Schema.Top>>
}

/** The operations of an API. */
export const operationsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<Operation> => {
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

/**
 * The operation with this id, or the one at this method and path; of two that match, the one with fewer parameters. A
 * fund's operation has the name in its profile too, which is the last part of its suggested path: `member_registration`.
 */
export const operationOf = (
  operations: ReadonlyArray<Operation>,
  id: string | undefined,
  { method, url }: Pick<RawCall, "method" | "url">
): Operation | undefined => {
  if (id !== undefined) {
    return operations.find(({ endpoint }) => endpoint.identifier === id || endpoint.path === `/v1/${id}`)
  }
  const path = pathOf(url)
  return operations
    .filter(({ endpoint }) => endpoint.method === method && isAt(endpoint.path, path))
    .toSorted((a, b) => a.endpoint.path.split(":").length - b.endpoint.path.split(":").length)[0]
}

/** The mistakes in a value; none without a schema. */
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

type Issue = Omit<ProblemIssue, "in">

const inMessage =
  (where: Broken["where"]) =>
  (issue: Issue): Broken => ({ ...issue, where })

/** The contract of an API. Its operations are read when they are first needed. */
export const httpContract = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): Contract => {
  let operations: ReadonlyArray<Operation> | undefined
  return {
    brokenBy: ({ answer, call, operation }) => {
      const found = operationOf((operations ??= operationsOf(api)), operation, call)
      if (found === undefined) return undefined
      return [
        ...ofRequest(found, call).map(inMessage("request")),
        ...(answer === undefined ? [] : ofAnswer(found, answer).map(inMessage("answer")))
      ]
    }
  }
}
