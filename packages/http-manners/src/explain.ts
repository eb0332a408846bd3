import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { HttpApiPayloadTooLarge, HttpApiSchemaError } from "effect/http-api/HttpApiError"
import * as HttpServerError from "effect/http/HttpServerError"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { duplicateIssue } from "./issues.ts"
import type { ServerManners } from "./Mannered.ts"
import { DuplicateMember } from "./prepare.ts"
import { CallerBodyRules } from "./readable.ts"
import * as Refusals from "./refusals.ts"
import type { Match, RouteTable } from "./routes.ts"
import { explainSchemaError } from "./slots.ts"
import { isWellEscaped } from "./target.ts"

export interface Situation {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly match: Match | undefined
  readonly table: RouteTable
  readonly manners: ServerManners
  readonly maxBodyBytes: number
}

/** The explanation of a failure: a finished answer, or a refusal that is still to be written. */
export type Explanation =
  | { readonly _tag: "Answer"; readonly response: HttpServerResponse.HttpServerResponse }
  | { readonly _tag: "Refusal"; readonly refusal: Refusals.Refusal }

const refusal = (refusal: Refusals.Refusal): Explanation => ({ _tag: "Refusal", refusal })

const explainUnrouted = ({ request, table }: Situation): Explanation => {
  if (!isWellEscaped(request.url))
    return refusal(Refusals.malformed("The address contains an invalid percent-escape."))
  const allowed = table.methodsOf(request.url)
  if (allowed.length === 0) return refusal(Refusals.notFoundBeside(table.nearby(request.url)))
  return request.method === "OPTIONS"
    ? {
        _tag: "Answer",
        response: HttpServerResponse.empty({ status: 204, headers: { allow: allowed.join(", ") } })
      }
    : refusal(Refusals.methodNotAllowed(request.method, allowed))
}

const explainHttpError = (error: HttpServerError.HttpServerError, situation: Situation): Explanation => {
  switch (error.reason._tag) {
    case "RouteNotFound":
      return explainUnrouted(situation)
    case "RequestParseError":
      if (error.reason.cause instanceof DuplicateMember)
        return refusal(Refusals.invalid([duplicateIssue(error.reason.cause.path)]))
      return refusal(
        error.reason.reason === "BodyTooLarge"
          ? Refusals.payloadTooLarge(situation.maxBodyBytes)
          : Refusals.malformed(
              `The request can't be read: ${error.reason.description ?? "its body ended early"}.`
            )
      )
    default:
      return refusal(Refusals.internal)
  }
}

/** Explains a failure that no operation declares. Interruption is left to the server, which knows its cause. */
export const explain = Effect.fnUntraced(function* (
  cause: Cause.Cause<unknown>,
  situation: Situation
): Effect.fn.Return<Explanation> {
  for (const reason of cause.reasons) {
    const error = reason._tag === "Fail" ? reason.error : reason._tag === "Die" ? reason.defect : undefined
    if (HttpApiSchemaError.is(error) && situation.match !== undefined) {
      const rules = Context.getOrUndefined(Cause.reasonAnnotations(reason), CallerBodyRules)
      return refusal(yield* explainSchemaError(error, situation.request, situation.match, rules))
    }
    if (HttpApiPayloadTooLarge.is(error)) return refusal(Refusals.payloadTooLarge(situation.maxBodyBytes))
    if (HttpServerError.isHttpServerError(error)) return explainHttpError(error, situation)
    const wait = error === undefined ? undefined : situation.manners.unavailable?.(error)
    if (wait !== undefined) return refusal(Refusals.unavailable(wait))
  }
  const [response] = yield* HttpServerError.causeResponse(cause)
  return { _tag: "Answer", response }
})
