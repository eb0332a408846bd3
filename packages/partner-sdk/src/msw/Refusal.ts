import { HttpResponse } from "msw/http"
import { problemExamples } from "./spec.ts"

/** Thrown by a handler that refuses: a problem of the spec, by its code. */
export class Refusal extends Error {
  readonly code: string
  readonly errors: ReadonlyArray<object> | undefined

  constructor(code: string, detail?: string, errors?: ReadonlyArray<object>) {
    super(detail ?? problemExamples.get(code)?.detail ?? code)
    this.code = code
    this.errors = errors
  }

  /** The answer to the request of this path. */
  toResponse(instance: string, headers: Readonly<Record<string, string>>) {
    const { errors: _, ...problem } = { errors: [], ...problemExamples.get(this.code) }
    const status = problem.status ?? 500
    return HttpResponse.json(
      {
        ...problem,
        detail: this.message,
        instance,
        request_id: headers["x-request-id"],
        ...(status === 422 ? { errors: this.errors ?? [] } : {})
      },
      {
        status,
        headers: {
          ...headers,
          "content-type": "application/problem+json",
          ...(status === 401 ? { "www-authenticate": "ApiKey" } : {})
        }
      }
    )
  }
}
