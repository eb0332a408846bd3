/** How a call is answered, whichever operation it is of: its key, its Idempotency-Key, its query and body by the spec. */
import type { operations } from "@embedded-super/contracts/types/partner-api"
import { findingsIn, findingsInHeaders, findingsInQuery } from "./findings.ts"
import { Refusal } from "./Refusal.ts"
import { type OperationId, operationsOfToday, type SpecifiedOperation } from "./spec.ts"
import type { MockAnswer, MockProduct, ServiceState } from "./state.ts"

type JsonOf<Response> = Response extends { content: { "application/json": infer Body } } ? Body : undefined

type Responses<Id extends OperationId> = operations[Id]["responses"]
type Statuses<Id extends OperationId> = keyof Responses<Id> & (200 | 201 | 202 | 204)

/** The answers that the spec allows an operation if it doesn't refuse. */
export type Reply<Id extends OperationId> = {
  [Status in Statuses<Id>]: {
    readonly status: Status
    readonly body: JsonOf<Responses<Id>[Status]>
    readonly headers?: Readonly<Record<string, string>>
    /** A body that isn't JSON; its type is among the headers. */
    readonly bytes?: Uint8Array<ArrayBuffer>
  }
}[Statuses<Id>]

export type BodyOf<Id extends OperationId> =
  NonNullable<operations[Id]["requestBody"]> extends { content: { "application/json": infer Body } }
    ? Body
    : undefined

/** An accepted call: its key is valid, and its query and body fit their schemas. */
export interface Call<Id extends OperationId> {
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: BodyOf<Id>
  /** The product whose key was presented. Operations of the partner's key have none. */
  readonly product: MockProduct
}

export type Operation<Id extends OperationId> = (call: Call<Id>) => Reply<Id>

/** The operations that a part of the mock plays, by their ids. */
export type Operations = { readonly [Id in OperationId]?: Operation<Id> }

/** A call as it was received, by the operation that its method and path are of. */
export interface ReceivedCall {
  readonly operation: OperationId
  /** Method, address and headers. */
  readonly request: Pick<Request, "method" | "url" | "headers">
  readonly params: Readonly<Record<string, string>>
  /** The text of its body; empty if there is none. */
  readonly body: string
}

const ownerOf = (
  state: ServiceState,
  security: SpecifiedOperation["security"],
  key: string | null
): MockProduct | "partner" | undefined => {
  if (security === undefined) return undefined
  const owner = key === null ? undefined : state.ownerOfKey(key)
  if (owner === undefined) throw new Refusal("unauthenticated")
  if ((owner === "partner") !== (security === "PartnerKey")) throw new Refusal("forbidden")
  return owner
}

/** The answer of a refusal; any other error is thrown. */
const refused = ({ docsUrl }: ServiceState, error: unknown): MockAnswer => {
  if (!(error instanceof Refusal)) throw error
  const { headers, problem, status } = error
  const type = `${docsUrl}/errors/#${problem["code"] as string}`
  return { status, headers, body: JSON.stringify({ ...problem, type }) }
}

/** The answer to a call with a key that its operation doesn't take; undefined if it takes it. */
export const refusalOfKey = (
  state: ServiceState,
  security: SpecifiedOperation["security"],
  key: string
): MockAnswer | undefined => {
  try {
    ownerOf(state, security, key)
    return undefined
  } catch (error) {
    return refused(state, error)
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal("malformed_request")
  }
}

/** Refuses what the schemas of the operation don't allow, and returns its body. */
const checkedBody = (
  text: string,
  query: URLSearchParams,
  headers: Headers,
  specified: SpecifiedOperation
): unknown => {
  const isOmitted = text === "" && specified.body?.isRequired !== true
  const body = isOmitted || specified.body === undefined ? undefined : parsed(text)
  const errors = [
    ...findingsInHeaders(specified.parameters, headers),
    ...findingsInQuery(specified.parameters, query),
    ...(body === undefined || specified.body === undefined ? [] : findingsIn(specified.body.schema, body))
  ]
  if (errors.length === 0) return body
  const things =
    errors.length === 1 ? "1 thing in the request needs" : `${errors.length} things in the request need`
  throw new Refusal("validation_failed", { detail: `${things} attention. See errors.`, errors })
}

/** The form that the service reads is without quotation marks. */
const keyIn = (header: string): string => /^"(.+)"$/.exec(header)?.[1] ?? header

const reused = () =>
  new Refusal("idempotency_key_reused", {
    errors: [
      {
        in: "header",
        pointer: "#/Idempotency-Key",
        code: "not_allowed",
        detail: "The key was used with another path or body."
      }
    ]
  })

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** The answer to the first request with an Idempotency-Key, again. A secret isn't shown again: its entity is named. */
const replayed = (answer: MockAnswer, { showsSecret }: SpecifiedOperation, path: string): MockAnswer => {
  if (!showsSecret) return { ...answer, headers: { ...answer.headers, "idempotency-replayed": "true" } }
  const resource_id = (answer.headers["location"] ?? path).match(UUID)?.at(-1)
  throw new Refusal("idempotent_replay_of_secret", { members: { resource_id } })
}

/**
 * Runs the first request with an Idempotency-Key, and repeats its answer. A refused request leaves its key free.
 */
const once = async (
  state: ServiceState,
  { body, operation, request }: ReceivedCall,
  owner: MockProduct | "partner" | undefined,
  run: () => Promise<MockAnswer>
): Promise<MockAnswer> => {
  const specified = operationsOfToday.get(operation)!
  const header = request.headers.get("idempotency-key")
  if (header === null || !specified.takesIdempotencyKey) return run()
  const { pathname } = new URL(request.url)
  const sent = `${request.method} ${pathname}\n${body}`
  const name = `${owner === "partner" ? owner : owner?.id} ${operation} ${keyIn(header)}`
  const known = state.claims.get(name)
  if (known !== undefined) {
    if (known.request !== sent) throw reused()
    if (known.answer === undefined) throw new Refusal("idempotency_in_progress")
    return replayed(known.answer, specified, pathname)
  }
  const claim = { request: sent, answer: undefined as MockAnswer | undefined }
  state.claims.set(name, claim)
  try {
    claim.answer = await run()
    return claim.answer
  } finally {
    if (claim.answer === undefined) state.claims.delete(name)
  }
}

/** A reply of whichever operation. */
interface AnyReply {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly bytes?: Uint8Array<ArrayBuffer>
}

type AnyOperation = (call: Omit<Call<OperationId>, "body"> & { readonly body: unknown }) => AnyReply

const written = ({ body, bytes, headers = {}, status }: AnyReply): MockAnswer => {
  if (body === undefined) return { status, headers, body: bytes }
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) }
}

/** Answers a call, by an operation of its own, or by the spec's example. */
export const answerTo = async (
  state: ServiceState,
  all: Operations,
  call: ReceivedCall
): Promise<MockAnswer> => {
  const { operation: id, params, request } = call
  const specified = operationsOfToday.get(id)
  if (specified === undefined) throw new Error(`The spec has no operation ${id} today.`)
  const operation = all[id] as unknown as AnyOperation | undefined
  try {
    const owner = ownerOf(state, specified.security, request.headers.get("x-api-key"))
    return await once(state, call, owner, async () => {
      const { pathname, searchParams: query } = new URL(request.url)
      const body = checkedBody(call.body, query, request.headers, specified)
      const product = owner as MockProduct
      const productId = owner === "partner" ? undefined : owner?.id
      await state.beforeAnswer({ operation: id, method: request.method, path: pathname, params, productId })
      const { headers } = request
      return written(
        operation === undefined ? specified.answer : operation({ params, query, headers, body, product })
      )
    })
  } catch (error) {
    return refused(state, error)
  }
}
