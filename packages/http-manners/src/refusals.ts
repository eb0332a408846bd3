import * as Duration from "effect/Duration"
import type { FailureKind } from "./failures.ts"
import type { ProblemIssue } from "./Problem.ts"

/** The reason why a request is refused, before an API's table gives it a status and a code. */
export interface Refusal {
  readonly kind: FailureKind
  readonly detail?: string
  readonly errors?: ReadonlyArray<ProblemIssue>
  readonly headers?: Readonly<Record<string, string>>
}

const list = (items: ReadonlyArray<string>): string => items.join(" or ")

export const malformed = (detail: string): Refusal => ({ kind: "malformed_request", detail })

/** The body isn't JSON from this place on. */
export const notJson = (place: string): Refusal => {
  const detail = `The body is not well-formed JSON: the first mistake is at ${place}.`
  return { ...malformed(detail), errors: [{ in: "body", pointer: "#", code: "invalid_format", detail }] }
}

export const invalid = (errors: ReadonlyArray<ProblemIssue>): Refusal => ({
  kind: "validation_failed",
  detail:
    errors.length === 1
      ? errors[0]!.detail
      : `The request differs from the contract in ${errors.length} places; see errors.`,
  errors
})

export const notFound: Refusal = { kind: "not_found", detail: "There is no such path." }

/** The same where the path has an id of another form than ids have; the issue says which. */
export const notFoundFor = ([issue]: ReadonlyArray<ProblemIssue>): Refusal => ({
  kind: "not_found",
  detail: `There is nothing at this path. ${issue?.detail ?? ""}`.trimEnd()
})

/** The same, with the path that was probably meant: a template, nothing of the request. */
export const notFoundBeside = (template: string | undefined): Refusal =>
  template === undefined
    ? notFound
    : { kind: "not_found", detail: `There is no such path. Did you mean ${template}?` }

export const methodNotAllowed = (method: string, allowed: ReadonlyArray<string>): Refusal => ({
  kind: "method_not_allowed",
  detail: `This path supports ${list(allowed)}, not ${method.slice(0, 20)}.`,
  headers: { allow: allowed.join(", ") }
})

export const notAcceptable = (produces: ReadonlyArray<string>): Refusal => ({
  kind: "not_acceptable",
  detail: `This operation answers with ${list(produces)}, which the Accept header excludes.`
})

export const unsupportedMediaType = (consumes: ReadonlyArray<string>): Refusal => ({
  kind: "unsupported_media_type",
  detail: `This operation accepts ${list(consumes)}, in UTF-8 and uncompressed. Set Content-Type to it.`,
  headers: { "accept-encoding": "identity" }
})

export const expectationFailed: Refusal = {
  kind: "expectation_failed",
  detail: "Only Expect: 100-continue is supported. Leave out the Expect header."
}

export const payloadTooLarge = (maxBytes: number): Refusal => ({
  kind: "payload_too_large",
  detail: `The body may hold at most ${maxBytes} bytes.`,
  // The connection is closed: the next bytes on it are the rest of that body.
  headers: { connection: "close" }
})

export const internal: Refusal = {
  kind: "internal_error",
  detail: "Something went wrong here. Quote request_id when you report it."
}

const retryAfter = (wait: Duration.Duration) => ({
  "retry-after": String(Math.max(1, Math.ceil(Duration.toSeconds(wait))))
})

export const unavailable = (wait: Duration.Duration): Refusal => ({
  kind: "service_unavailable",
  detail: "The service can't process the request now. Retry after the time in Retry-After.",
  headers: retryAfter(wait)
})

/** The deadline has passed. A transaction that was committing at that moment may have been committed. */
export const overdue = (wait: Duration.Duration): Refusal => ({
  kind: "service_unavailable",
  detail:
    "The request wasn't completed in time, or its outcome isn't known. Retry after the time in Retry-After, " +
    "with the same Idempotency-Key if you sent one.",
  headers: retryAfter(wait)
})
