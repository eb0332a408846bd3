import type { operations } from "@embedded-super/contracts/types/partner-api"
import type { JsonBodyType } from "msw"
import { http, type HttpHandler, HttpResponse } from "msw/http"
import { Refusal } from "./Refusal.ts"
import { type OperationId, operationsOfToday, type SpecifiedOperation } from "./spec.ts"
import type { MockProduct, World } from "./World.ts"

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

type BodyOf<Id extends OperationId> =
  NonNullable<operations[Id]["requestBody"]> extends { content: { "application/json": infer Body } }
    ? Body
    : undefined

/** An accepted call: its key is valid, and its body has the required properties. */
export interface Call<Id extends OperationId> {
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: BodyOf<Id>
  /** The product whose key was presented. Operations of the partner's key have none. */
  readonly product: MockProduct
}

/** One operation's answer to a call. */
export type Answer<Id extends OperationId> = (call: Call<Id>) => Reply<Id>

/** Answers for some operations. */
export type Answers = { readonly [Id in OperationId]?: Answer<Id> }

const ownerOf = (world: World, { security }: SpecifiedOperation, headers: Headers) => {
  if (security === undefined) return undefined
  const key = headers.get("x-api-key")
  const owner = key === null ? undefined : world.ownerOfKey(key)
  if (owner === undefined) throw new Refusal("unauthenticated")
  if ((owner === "partner") !== (security === "PartnerKey")) throw new Refusal("forbidden")
  return owner
}

const bodyOf = async (request: Request, { requiredOfBody }: SpecifiedOperation): Promise<unknown> => {
  const text = await request.text()
  if (text === "" && requiredOfBody === undefined) return undefined
  const body = parsed(text)
  const missing = (requiredOfBody ?? []).filter((name) => !Object.hasOwn(Object(body), name))
  if (missing.length > 0)
    throw new Refusal(
      "validation_failed",
      undefined,
      missing.map((name) => ({
        in: "body",
        pointer: `#/${name}`,
        code: "required",
        detail: `${name} is required.`
      }))
    )
  return body
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal("malformed_request")
  }
}

/** The msw handler of one operation, found by its id in the spec, whose example it answers with by default. */
export const handlerOf = <Id extends OperationId>(
  world: World,
  id: Id,
  answer: Answer<Id> | undefined
): HttpHandler => {
  const operation = operationsOfToday.get(id)
  if (operation === undefined) throw new Error(`The spec has no operation ${id} today.`)
  const url = world.baseUrl + operation.path.replaceAll(/\{(\w+)\}/g, ":$1")
  return http[operation.method](url, async ({ params, request }) => {
    const { pathname, searchParams: query } = new URL(request.url)
    const limits = {
      "ratelimit-policy": `"burst";q=50;w=5, "product";q=600;w=60`,
      ratelimit: `"burst";r=49;t=1`
    }
    const standing = { "x-request-id": world.nextId(), ...(operation.security === undefined ? {} : limits) }
    try {
      const owner = ownerOf(world, operation, request.headers)
      const body = await bodyOf(request, operation)
      const replay = world.replays.get(`${id} ${request.headers.get("idempotency-key")}`)
      if (replay !== undefined && request.headers.has("idempotency-key")) return replay.clone()
      const reply =
        answer === undefined
          ? (operation.answer as Reply<Id>)
          : answer({
              params: params as Record<string, string>,
              query,
              headers: request.headers,
              body: body as BodyOf<Id>,
              product: owner as MockProduct
            })
      const headers = { ...reply.headers, ...standing }
      const response =
        reply.body === undefined
          ? new HttpResponse(reply.bytes ?? null, { status: reply.status, headers })
          : HttpResponse.json(reply.body as JsonBodyType, { status: reply.status, headers })
      if (operation.method === "post" && request.headers.has("idempotency-key")) {
        const again = response.clone()
        again.headers.set("idempotency-replayed", "true")
        world.replays.set(`${id} ${request.headers.get("idempotency-key")}`, again)
      }
      return response
    } catch (error) {
      if (error instanceof Refusal) return error.toResponse(world.docsUrl, pathname, standing)
      throw error
    }
  })
}
