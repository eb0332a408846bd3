import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"

/** The query of the page's address. */
export const query = Effect.map(
  HttpServerRequest.HttpServerRequest,
  ({ url }) => new URLSearchParams(url.split("?")[1] ?? "")
)

/** The fields of a form that was sent. */
export const form = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
  Effect.map(request.text, (body) => new URLSearchParams(body))
)

/** The part of the path that names a thing or a position. */
export const pathPart = (name: string) => Effect.map(HttpRouter.params, (params) => params[name] ?? "")

/** The position in the path; undefined if it is none. */
export const seqInPath = Effect.map(pathPart("seq"), (seq) =>
  Number.isSafeInteger(Number(seq)) ? Number(seq) : undefined
)

/** Why an operation did nothing. */
export interface Refused {
  readonly detail: string
  readonly errors?: ReadonlyArray<S.FieldError> | undefined
}

/** The sentences of a refusal. */
export const refusalText = ({ detail, errors = [] }: Refused): string =>
  [detail, ...errors.map((error) => error.detail)].join(" ")
