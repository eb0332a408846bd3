/**
 * `Idempotency-Key` as the service keeps it: the first request with a key runs, and its repeats get its answer. A refused
 * request leaves its key free.
 *
 * The trap: the service reads a key with quotation marks as the one without them.
 */
import { Idempotency } from "@embedded-super/contracts/partner-api"
import { ApiKeyPrincipal } from "@embedded-super/contracts/principals"
import { Conflict, ValidationFailed } from "@embedded-super/contracts/problems"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"

interface Claim {
  /** The request that the key was sent with: method, path and body. */
  readonly request: string
  /** Undefined while that request runs. */
  answer: HttpServerResponse.HttpServerResponse | undefined
}

const keyIn = (header: string): string => /^"(.+)"$/.exec(header)?.[1] ?? header

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

/** Keeps the keys of one run. */
export const idempotency = (): Layer.Layer<Idempotency> => {
  const claims = new Map<string, Claim>()
  return Layer.succeed(Idempotency, (answer) =>
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const header = request.headers["idempotency-key"]
      if (header === undefined) return yield* answer
      const { product_id } = yield* ApiKeyPrincipal
      const name = `${product_id} ${keyIn(header)}`
      const body = yield* Effect.orDie(request.text)
      const asked = `${request.method} ${request.url.replace(/[?#].*$/, "")}\n${body}`
      const known = claims.get(name)
      if (known !== undefined) {
        if (known.request !== asked) return yield* reused
        if (known.answer === undefined) return yield* inProgress
        return HttpServerResponse.setHeader(known.answer, "idempotency-replayed", "true")
      }
      const claim: Claim = { request: asked, answer: undefined }
      claims.set(name, claim)
      return yield* Effect.tap(answer, (made) =>
        Effect.sync(() => {
          if (made.status < 300) claim.answer = made
        })
      ).pipe(
        Effect.ensuring(
          Effect.sync(() => {
            if (claim.answer === undefined) claims.delete(name)
          })
        )
      )
    })
  )
}
