/** The operations of an API, each implemented once, in a table with the contract's types. */
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { IncomingMessage } from "node:http"
import { EventLog } from "../log/EventLog.ts"
import type { Note } from "../log/Note.ts"

/** The answer of an operation, and the call's log entry. */
export interface Answer<Body> {
  readonly status: number
  readonly note: Note
  /** Absent if the answer has no body. */
  readonly body?: Body
}

type BodyOf<Endpoint extends HttpApiEndpoint.Constraint> = Endpoint["~Success"]["Type"]

/** An operation's implementation: gets the decoded call. */
export type Operation<Endpoint extends HttpApiEndpoint.Constraint> = (
  call: Omit<HttpApiEndpoint.Request<Endpoint>, "request" | "endpoint" | "group">
) => Effect.Effect<
  Answer<BodyOf<Endpoint>> | HttpServerResponse.HttpServerResponse,
  Endpoint["~Error"]["Type"]
>

/** All operations of an API, by their identifier. */
export type OperationsOf<Groups extends HttpApiGroup.Constraint> = {
  readonly [E in HttpApiGroup.Endpoints<Groups> as HttpApiEndpoint.Identifier<E>]: Operation<E>
}

/** The same, of an API's type. */
export type OperationsIn<Api> =
  Api extends HttpApi.HttpApi<infer _, infer Groups> ? OperationsOf<Groups> : never

/** The reason why a call's caller is refused; undefined if it is accepted. */
export type CallerCheck = (request: IncomingMessage) => string | undefined | Promise<string | undefined>

type AnyAnswer = Answer<unknown>
type AnyOperation = (
  call: object
) => Effect.Effect<AnyAnswer | HttpServerResponse.HttpServerResponse, unknown>

/** An answer's body as JSON text; undefined if it has none. */
type TextOf = (answer: AnyAnswer) => string | undefined

const textWith = (encode: (body: unknown) => unknown) => (body: unknown) => JSON.stringify(encode(body))

/** Encodes the body of each answer by its status. A body that doesn't fit the contract throws. */
const encoderOf = (successes: ReadonlyMap<number, ReadonlyArray<Schema.Top>>): TextOf => {
  const encoders = new Map(
    [...successes].map(([status, [schema]]) => [
      status,
      HttpApiSchema.isNoContent(schema!.ast)
        ? () => undefined
        : textWith(Schema.encodeUnknownSync(schema as Schema.Codec<unknown, unknown>))
    ])
  )
  return ({ body, status }) => encoders.get(status)!(body)
}

/** Implements an API. */
export const operations = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  table: OperationsOf<Groups>
): Layer.Layer<HttpApiGroup.ToService<Id, Groups>, never, EventLog> => {
  const named = table as unknown as Readonly<Record<string, AnyOperation>>
  const groups = new Map<string, Array<readonly [string, TextOf]>>()
  HttpApi.reflect(api, {
    onGroup: ({ group }) => groups.set(group.identifier, []),
    onEndpoint: ({ endpoint, group, successes }) =>
      groups.get(group.identifier)!.push([endpoint.identifier, encoderOf(successes)])
  })
  const implement = (group: string) =>
    HttpApiBuilder.group(api as unknown as HttpApi.Top, group, ((handlers: HttpApiBuilder.Handlers<never>) =>
      Effect.map(EventLog, (log) => {
        for (const [name, textOf] of groups.get(group)!)
          handlers.handle(
            name as never,
            ((call: object) => answered(named[name]!(call), textOf, log)) as never
          )
        return handlers
      })) as never)
  return Layer.mergeAll(...([...groups.keys()].map(implement) as [never])) as never
}

const answered = (
  operation: ReturnType<AnyOperation>,
  textOf: TextOf,
  log: EventLog["Service"]
): Effect.Effect<HttpServerResponse.HttpServerResponse, unknown> =>
  Effect.flatMap(operation, (answer) => {
    if (HttpServerResponse.isHttpServerResponse(answer)) return Effect.succeed(answer)
    const { note, status } = answer
    const text = textOf(answer)
    const response =
      text === undefined
        ? HttpServerResponse.empty({ status })
        : HttpServerResponse.text(text, { status, contentType: "application/json" })
    return Effect.as(log.note(note), response)
  })

/** The operation at a method and path, of an API whose paths have no parameters. */
export const operationIn = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ((method: string, path: string) => string | undefined) => {
  const names = new Map<string, string>()
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint }) => void names.set(`${endpoint.method} ${endpoint.path}`, endpoint.identifier)
  })
  return (method, path) => names.get(`${method} ${path}`)
}
