import type * as Types from "effect/Types"

/** The kinds of refusal and failure that occur before or outside an API's operations. */
export type FailureKind =
  | "malformed_request"
  | "validation_failed"
  | "unauthenticated"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "not_acceptable"
  | "request_timeout"
  | "payload_too_large"
  | "unsupported_media_type"
  | "expectation_failed"
  | "headers_too_large"
  | "rate_limited"
  | "internal_error"
  | "service_unavailable"

/** The answer to one kind of failure. `code` is stable; `title` is the same for every occurrence of it. */
export interface Failure {
  readonly status: number
  readonly code: string
  readonly title: string
}

/** The default answer to each kind; an API may override it. */
export const failures: Readonly<Record<FailureKind, Failure>> = {
  malformed_request: { status: 400, code: "malformed_request", title: "The request could not be read" },
  validation_failed: {
    status: 422,
    code: "validation_failed",
    title: "The request is not valid"
  },
  unauthenticated: { status: 401, code: "unauthenticated", title: "Authentication is needed" },
  forbidden: { status: 403, code: "forbidden", title: "Not allowed" },
  not_found: { status: 404, code: "not_found", title: "Not found" },
  method_not_allowed: { status: 405, code: "method_not_allowed", title: "Method not allowed" },
  not_acceptable: { status: 406, code: "not_acceptable", title: "Not acceptable" },
  request_timeout: { status: 408, code: "request_timeout", title: "The request took too long to arrive" },
  payload_too_large: { status: 413, code: "payload_too_large", title: "The body is too large" },
  unsupported_media_type: { status: 415, code: "unsupported_media_type", title: "Unsupported media type" },
  expectation_failed: { status: 417, code: "expectation_failed", title: "The expectation can't be met" },
  headers_too_large: { status: 431, code: "headers_too_large", title: "The headers are too large" },
  rate_limited: { status: 429, code: "rate_limited", title: "Too many requests" },
  internal_error: { status: 500, code: "internal_error", title: "The service failed" },
  service_unavailable: { status: 503, code: "service_unavailable", title: "The service is not available" }
}

/** An API's own statuses, codes and titles, which override the defaults by kind. */
export type FailureOverrides = { readonly [K in FailureKind]?: Partial<Failure> }

/** Returns the table of one API. */
export const failuresWith = (
  overrides: FailureOverrides | undefined
): Readonly<Record<FailureKind, Failure>> => {
  if (overrides === undefined) return failures
  const table: Types.Mutable<Record<FailureKind, Failure>> = { ...failures }
  for (const kind of Object.keys(overrides) as Array<FailureKind>)
    table[kind] = { ...table[kind], ...overrides[kind] }
  return table
}

/** The kind of failure for a bare status, if an answer carries nothing else. */
export const kindOfStatus = (status: number): FailureKind => {
  for (const kind of Object.keys(failures) as Array<FailureKind>) {
    if (failures[kind].status === status) return kind
  }
  return status >= 500 ? "internal_error" : "malformed_request"
}
