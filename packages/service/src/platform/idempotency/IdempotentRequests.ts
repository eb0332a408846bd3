/**
 * `Idempotency-Key` on every operation that accepts it (D-idempotency-keys): the first request with a key runs, and its
 * repeats get its response. `IdempotencyLedger` stores keys and responses, and deletes both after 24
 * hours.
 *
 * Why one transaction: the key is claimed before the operation runs. The operation and the storing of its response are
 * one transaction, so neither can exist without the other. A killed process leaves either a stored response, or an
 * operation that did nothing and a key that is free when its lease expires. A request that outlives its lease, and lost
 * its key to a repeat, is rolled back too.
 *
 * The trap: an operation runs exactly once only if all its effects are in the database. An operation that commits its
 * steps one by one must leave this transaction, as `SimulatedEmployee` does.
 */

import { HoldsSecret } from "@embedded-super/contracts/holdsSecret"
import { Idempotency } from "@embedded-super/contracts/partner-api"
import { ApiKeyPrincipal } from "@embedded-super/contracts/principals"
import { Conflict, ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import type { unhandled } from "effect/Types"
import { databaseDefects } from "../database/operation.ts"
import { idempotencyLedger, type KeptAnswer } from "./IdempotencyLedger.ts"

const bodyOf = ({ body }: HttpServerResponse.HttpServerResponse): string | undefined => {
  switch (body._tag) {
    case "Empty":
      return ""
    case "Uint8Array":
      return new TextDecoder().decode(body.body)
    default:
      return undefined
  }
}

/** The response to store; undefined if its body is a stream. */
const keptAnswer = (response: HttpServerResponse.HttpServerResponse): KeptAnswer | undefined => {
  const body = bodyOf(response)
  if (body === undefined) return undefined
  const { "content-length": _length, ...headers } = response.headers
  return { status: response.status, headers, body }
}

/** The same response again, marked as a replay. */
const replay = ({ status, headers, body }: KeptAnswer): HttpServerResponse.HttpServerResponse => {
  const response =
    body === ""
      ? HttpServerResponse.empty({ status })
      : HttpServerResponse.text(body, { status, contentType: headers["content-type"] ?? "application/json" })
  return HttpServerResponse.setHeaders(response, { ...headers, "idempotency-replayed": "true" })
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/**
 * The part that is kept of a response that isn't stored: the id in its Location, or else the last id in the request's
 * path.
 */
const keptId = (
  path: string,
  { headers }: HttpServerResponse.HttpServerResponse
): { readonly resourceId: string } | undefined => {
  const resourceId = (headers["location"] ?? path).match(UUID)?.at(-1)
  return resourceId === undefined ? undefined : { resourceId }
}

const BARE = /^[!#-~]{1,255}$/
const QUOTED = /^"([!#-[\]-~]{1,255})"$/

/**
 * The key of an Idempotency-Key header, the same for both of its forms: `"k"`, as in the draft
 * (draft-ietf-httpapi-idempotency-key-header-07, 2.1), and a bare `k`. Undefined if the header is missing or invalid:
 * the operation itself refuses an invalid header, together with the request's other errors.
 */
const idempotencyKeyOf = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : (QUOTED.exec(header)?.[1] ?? BARE.exec(header)?.[0])

const sorted = (_: string, value: unknown): unknown =>
  Predicate.isObject(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** JSON with the same meaning becomes the same text; a body that isn't JSON is unchanged. */
const canonical = (body: string): string =>
  Result.getOrElse(
    Result.try(() => JSON.stringify(JSON.parse(body), sorted)),
    () => body
  )

/** A text that is equal for two requests with the same method, path and meaning of the body. */
export const requestText = (request: {
  readonly method: string
  readonly path: string
  readonly body: string
}): string => [request.method, request.path, canonical(request.body)].join("\n")

/** Only 2xx is stored: a refusal did nothing and a failure was rolled back, so their key is free again. */
const isKept = (response: HttpServerResponse.HttpServerResponse): boolean => response.status < 300

/** The middleware of operations that accept an `Idempotency-Key`. */
export const IdempotentRequests = {
  layer: Layer.effect(
    Idempotency,
    Effect.gen(function* () {
      const keys = yield* idempotencyLedger
      const sql = yield* SqlClient.SqlClient

      return Idempotency.of((answer, { endpoint }) =>
        Effect.gen(function* () {
          const request = yield* HttpServerRequest.HttpServerRequest
          const key = idempotencyKeyOf(request.headers["idempotency-key"])
          if (key === undefined) return yield* answer
          const caller = yield* ApiKeyPrincipal
          const operation = endpoint.identifier
          const path = request.url.replace(/[?#].*$/, "").replace(UUID, (id) => id.toLowerCase())
          const body = yield* Effect.orDie(request.text)

          const keep = Effect.fnUntraced(function* (
            id: string,
            response: HttpServerResponse.HttpServerResponse
          ) {
            const kept = Context.get(endpoint.annotations, HoldsSecret)
              ? keptId(path, response)
              : keptAnswer(response)
            if (kept === undefined) return yield* Effect.die(new Error(`${operation} can't keep its answer`))
            if (!(yield* keys.keep(id, caller, kept))) return yield* inProgress
            return response
          })

          const run = (id: string) =>
            sql
              .withTransaction(
                Effect.flatMap(answer, (response) =>
                  isKept(response) ? keep(id, response) : Effect.succeed(response)
                )
              )
              .pipe(databaseDefects)

          return yield* Effect.acquireUseRelease(
            keys.claim({
              caller,
              operation,
              key,
              request: requestText({ method: request.method, path, body })
            }),
            (
              claim
            ): Effect.Effect<
              HttpServerResponse.HttpServerResponse,
              Conflict | ValidationFailed | unhandled
            > => {
              switch (claim._tag) {
                case "Ours":
                  return run(claim.id)
                case "Running":
                  return Effect.fail(inProgress)
                case "OtherRequest":
                  return Effect.fail(reused)
                case "Answered":
                  return Effect.succeed(replay(claim.answer))
                case "AnsweredWithSecret":
                  return Effect.fail(replayOfSecret(claim.resourceId))
              }
            },
            (claim, exit) =>
              claim._tag !== "Ours" || (Exit.isSuccess(exit) && isKept(exit.value))
                ? Effect.void
                : Effect.ignoreCause(keys.release(claim.id), {
                    log: "Warn",
                    message: "A request's idempotency key stays locked until its lease ends"
                  })
          )
        })
      )
    })
  )
}

const inProgress = new Conflict({
  code: "idempotency_in_progress",
  detail: "A request with this Idempotency-Key is still running. Try again in a moment."
})

const reused = new ValidationFailed({
  code: "idempotency_key_reused",
  detail: "This Idempotency-Key was used for another request. Use a new one for a new request.",
  errors: [
    {
      in: "header",
      pointer: "#/Idempotency-Key",
      code: "not_allowed",
      detail: "The key was used with another path or body."
    }
  ]
})

const replayOfSecret = (resourceId: string) =>
  new Conflict({
    code: "idempotent_replay_of_secret",
    detail:
      "A request with this Idempotency-Key has succeeded. Its answer held a secret, which is not shown twice. " +
      "See resource_id.",
    resource_id: resourceId as S.RequestId
  })
