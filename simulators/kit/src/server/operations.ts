/**
 * The operations of an API, each implemented once, in a table with the contract's types. An operation gets the decoded
 * call, and returns its answer; or an effect, if it waits or refuses.
 *
 * Why: a call in good order is answered without router and middleware, for load tests (`answerAtOnce`). Any other call
 * goes through HttpApi, which explains every refusal. Both run the same operation.
 *
 * The trap: an operation that returns an effect must not have changed anything yet. Such a call goes through HttpApi,
 * where the operation is called again, and its effect is run.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { IncomingHttpHeaders, IncomingMessage } from "node:http"
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

/** An operation's implementation. */
export type Operation<Endpoint extends HttpApiEndpoint.Constraint> = (
  call: Omit<HttpApiEndpoint.Request<Endpoint>, "request" | "endpoint" | "group">
) =>
  | Answer<BodyOf<Endpoint>>
  | Effect.Effect<
      Answer<BodyOf<Endpoint>> | HttpServerResponse.HttpServerResponse,
      Endpoint["~Error"]["Type"]
    >

/** All operations of an API, by their identifier. */
type OperationsOf<Groups extends HttpApiGroup.Constraint> = {
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
) => AnyAnswer | Effect.Effect<AnyAnswer | HttpServerResponse.HttpServerResponse, unknown>

/** An operation that reads JSON, at a path without parameters. */
export interface Runnable {
  /** The operation's identifier. */
  readonly name: string
  readonly refusalOf: CallerCheck
  /** The decoded call; undefined if it doesn't fit the contract. */
  readonly decode: (headers: IncomingHttpHeaders, json: unknown) => object | undefined
  readonly run: AnyOperation
  /** An answer's body as JSON text; undefined if it has none. */
  readonly textOf: (answer: AnyAnswer) => string | undefined
}

/** The operations by method and path, for `answerAtOnce`. */
export class Runnables extends Context.Service<Runnables, Map<string, Runnable>>()(
  "@embedded-super/simulator-kit/Runnables"
) {
  static readonly layer = Layer.sync(Runnables, () => new Map<string, Runnable>())
}

const textWith = (encode: (body: unknown) => unknown) => (body: unknown) => JSON.stringify(encode(body))

/** Encodes the body of each answer by its status. A body that doesn't fit the contract throws. */
const encoderOf = (successes: ReadonlyMap<number, ReadonlyArray<Schema.Top>>): Runnable["textOf"] => {
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

type Decoder = (input: unknown) => Option.Option<unknown>

const decoderOf = (schema: Schema.Top): Decoder =>
  Schema.decodeUnknownOption(schema as Schema.Codec<unknown, unknown>)

/**
 * Whether a decoded value has all members of its JSON; the decoder leaves out those that the contract doesn't name. It
 * could refuse them itself, but with that option, or with `errors: "all"`, it doesn't run as compiled code.
 */
const hasAllOf = (json: unknown, decoded: unknown): boolean =>
  !holdsMembers(json) ||
  (holdsMembers(decoded) &&
    Object.keys(json).every((name) => Object.hasOwn(decoded, name) && hasAllOf(json[name], decoded[name])))

const holdsMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const payloadOf = ({ payload }: HttpApiEndpoint.Top): Schema.Top | undefined => {
  const json = payload.get("application/json")
  return json?.encoding._tag === "Json" ? Schema.Union(json.schemas as ReadonlyArray<Schema.Top>) : undefined
}

/** Implements an API. `refusalOf` is the same check of callers as in the API's security. */
export const operations = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  table: OperationsOf<Groups>,
  refusalOf: CallerCheck
): Layer.Layer<HttpApiGroup.ToService<Id, Groups>, never, EventLog | Runnables> => {
  const named = table as unknown as Readonly<Record<string, AnyOperation>>
  const runnables: Array<readonly [string, Runnable]> = []
  const groups = new Map<string, Array<readonly [string, AnyOperation, Runnable["textOf"]]>>()
  HttpApi.reflect(api, {
    onGroup: ({ group }) => groups.set(group.identifier, []),
    onEndpoint: ({ endpoint, group, successes }) => {
      const name = endpoint.identifier
      const run = named[name]!
      const textOf = encoderOf(successes)
      groups.get(group.identifier)!.push([name, run, textOf])
      const payload = payloadOf(endpoint)
      if (payload === undefined || /[:*]/.test(endpoint.path)) return
      const decodePayload = decoderOf(payload)
      const decodeHeaders = endpoint.headers && decoderOf(endpoint.headers)
      const decode: Runnable["decode"] = (received, json) => {
        const payload = Option.getOrUndefined(decodePayload(json))
        const headers = Option.getOrUndefined(decodeHeaders?.(received) ?? Option.some({}))
        return headers !== undefined && hasAllOf(json, payload) ? { headers, payload } : undefined
      }
      runnables.push([`${endpoint.method} ${endpoint.path}`, { name, refusalOf, decode, run, textOf }])
    }
  })
  const implement = (group: string) =>
    HttpApiBuilder.group(api as unknown as HttpApi.Top, group, ((handlers: HttpApiBuilder.Handlers<never>) =>
      Effect.map(EventLog, (log) => {
        for (const [name, run, textOf] of groups.get(group)!)
          handlers.handle(name as never, ((call: object) => handled(run(call), textOf, log)) as never)
        return handlers
      })) as never)
  return Layer.mergeAll(
    Layer.effectDiscard(
      Effect.map(Runnables, (all) => {
        for (const [path, runnable] of runnables) all.set(path, runnable)
      })
    ),
    ...[...groups.keys()].map(implement)
  ) as never
}

/** The answer to a call that HttpApi decoded. */
const handled = (
  given: ReturnType<AnyOperation>,
  textOf: Runnable["textOf"],
  log: EventLog["Service"]
): Effect.Effect<HttpServerResponse.HttpServerResponse, unknown> =>
  Effect.flatMap(Effect.isEffect(given) ? given : Effect.succeed(given), (answer) => {
    if (HttpServerResponse.isHttpServerResponse(answer)) return Effect.succeed(answer)
    const { note, status } = answer
    const text = textOf(answer)
    const response =
      text === undefined
        ? HttpServerResponse.empty({ status })
        : HttpServerResponse.text(text, { status, contentType: "application/json" })
    return Effect.as(log.note(note), response)
  })
