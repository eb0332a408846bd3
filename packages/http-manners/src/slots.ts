import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { HttpApiSchemaError } from "effect/http-api/HttpApiError"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import type * as SchemaIssue from "effect/SchemaIssue"
import { issuesOf } from "./issues.ts"
import { jsonMistake } from "./json.ts"
import type { ProblemIssue } from "./Problem.ts"
import { type BodyRules, furtherIssues } from "./readable.ts"
import * as Refusals from "./refusals.ts"
import type { Match } from "./routes.ts"

type Slot = "Headers" | "Query" | "Payload"

/** HttpApi decodes the slots in this order and stops at the first failure. */
const order: ReadonlyArray<Slot> = ["Headers", "Query", "Payload"]

const places: Readonly<Record<Slot, ProblemIssue["in"]>> = {
  Headers: "header",
  Query: "query",
  Payload: "body"
}

interface Body {
  readonly text: string
  readonly json: Option.Option<unknown>
}

/** The body again; the request caches it, so it is read only once. None if it can't be read. */
const bodyOf = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<Option.Option<Body>> =>
  Effect.map(Effect.exit(request.text), (exit) =>
    Exit.isFailure(exit)
      ? Option.none()
      : Option.some({
          text: exit.value,
          json: Result.getSuccess(Result.try((): unknown => JSON.parse(exit.value)))
        })
  )

const issueIn = (
  schema: Schema.Top,
  value: unknown,
  options: SchemaAST.ParseOptions
): Effect.Effect<SchemaIssue.Issue | undefined> =>
  Effect.map(
    Effect.exit(Schema.decodeUnknownEffect(schema as Schema.Codec<unknown, unknown>, options)(value)),
    (exit) => {
      if (Exit.isSuccess(exit)) return undefined
      const failure = exit.cause.reasons.find((reason) => reason._tag === "Fail")
      return failure?.error.issue
    }
  )

/** The schemas of the operation's JSON body; none if it reads no JSON. */
const jsonSchemasOf = ({ route: { endpoint } }: Match): ReadonlyArray<Schema.Top> =>
  ([...endpoint.payload.values()].find(({ encoding }) => encoding._tag === "Json")?.schemas ??
    []) as ReadonlyArray<Schema.Top>

const schemaOf = (slot: Slot, match: Match): Schema.Top | undefined => {
  const { endpoint } = match.route
  switch (slot) {
    case "Headers":
      return endpoint.headers
    case "Query":
      return endpoint.query === undefined ? undefined : Schema.toCodecArrayFromSingle(endpoint.query)
    case "Payload": {
      const schemas = jsonSchemasOf(match)
      return schemas.length === 0 ? undefined : Schema.Union(schemas)
    }
  }
}

const unreadableBody = (body: Body): Refusals.Refusal | undefined => {
  if (body.text.trim() === "")
    return Refusals.malformed("The body is empty; this operation needs a JSON object.")
  if (Option.isNone(body.json)) return Refusals.notJson(jsonMistake(body.text))
  const value = body.json.value
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? undefined
    : Refusals.malformed("The body must be a JSON object.")
}

/**
 * Explains a request that failed to decode: an unknown path, an unreadable body, or all differences from the contract,
 * in the failed slot and in the later slots that HttpApi didn't decode. The operation's own rules (`bodyRules`, and
 * those of the caller) add what else is wrong with the readable members of the body.
 */
export const explainSchemaError = Effect.fnUntraced(function* (
  error: HttpApiSchemaError,
  request: HttpServerRequest.HttpServerRequest,
  match: Match,
  rulesOfCaller?: BodyRules
): Effect.fn.Return<Refusals.Refusal> {
  // An id of the wrong form can't exist, so the answer is 404, as for any other unknown id.
  if (error.kind === "Params") return Refusals.notFoundFor(issuesOf("path", error.cause.issue, match.params))
  const failed = order.findIndex((slot) => slot === error.kind)
  if (failed === -1) return Refusals.internal
  const readsBody = match.route.consumes.length > 0
  const body = readsBody ? yield* bodyOf(request) : Option.none<Body>()
  const unreadable = Option.match(body, { onNone: () => undefined, onSome: unreadableBody })
  const isJsonBody = schemaOf("Payload", match) !== undefined
  if (error.kind === "Payload" && isJsonBody && unreadable !== undefined) return unreadable
  const values: Readonly<Record<Slot, unknown>> = {
    Headers: request.headers,
    Query: match.query,
    Payload: readsBody ? Option.getOrUndefined(Option.flatMap(body, ({ json }) => json)) : match.query
  }
  const issues = [...issuesOf(places[order[failed]!], error.cause.issue, values[order[failed]!])]
  for (const slot of order.slice(failed + 1)) {
    const schema = schemaOf(slot, match)
    if (schema === undefined || (slot === "Payload" && (Option.isNone(body) || unreadable !== undefined)))
      continue
    const options =
      match.route.options[slot === "Headers" ? "headers" : slot === "Query" ? "query" : "payload"]
    const issue = yield* issueIn(schema, values[slot], options)
    if (issue !== undefined) issues.push(...issuesOf(places[slot], issue, values[slot]))
  }
  const { endpoint, mannered, options } = match.route
  const [schema, ...others] = isJsonBody && unreadable === undefined ? jsonSchemasOf(match) : []
  for (const rules of [mannered.bodyRules, rulesOfCaller]) {
    const rule = rules?.(endpoint.identifier)
    if (rule !== undefined && schema !== undefined && others.length === 0)
      issues.push(...(yield* furtherIssues(rule, schema, values.Payload, options.payload, issues)))
  }
  return Refusals.invalid(issues)
})
