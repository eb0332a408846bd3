import { HttpResponse } from "msw/http"
import { problemExamples } from "./spec.ts"

/** The error that a handler throws to refuse: a problem of the spec, by its code. */
export class Refusal extends Error {
  readonly code: string
  readonly errors: ReadonlyArray<object> | undefined
  /** Members of the problem that differ from the spec's example, such as ids. */
  readonly members: object

  constructor(code: string, detail?: string, errors?: ReadonlyArray<object>, members: object = {}) {
    super(detail ?? problemExamples.get(code)?.detail ?? code)
    this.code = code
    this.errors = errors
    this.members = members
  }

  /** The answer to the request of this path; `docsUrl` explains it. */
  toResponse(docsUrl: string, instance: string, headers: Readonly<Record<string, string>>) {
    const { errors: _, ...problem } = { errors: [], ...problemExamples.get(this.code) }
    const status = problem.status ?? 500
    return HttpResponse.json(
      {
        ...problem,
        type: `${docsUrl}/errors/#${this.code}`,
        ...this.members,
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

/** The refusal of a `remote_id` that belongs to another entity; it names that entity. */
export const remoteIdTaken = (holder: { readonly id: string }): Refusal =>
  new Refusal("remote_id_taken", undefined, undefined, { resource_id: holder.id })
