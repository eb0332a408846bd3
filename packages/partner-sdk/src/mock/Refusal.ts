import { problemExamples } from "./spec.ts"

export interface RefusalDetails {
  /** By default that of the spec's example. */
  readonly detail?: string
  readonly errors?: ReadonlyArray<object>
  /** Members of the problem that differ from the spec's example, such as ids. */
  readonly members?: Readonly<Record<string, unknown>>
  /** Seconds. */
  readonly retryAfter?: number
}

/** The error that an operation throws to refuse a call: a problem of the spec, by its code. */
export class Refusal extends Error {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The problem, without what only the server knows: the addresses of the docs and of the request, the request's id. */
  readonly problem: Readonly<Record<string, unknown>>

  constructor(code: string, { detail, errors = [], members = {}, retryAfter }: RefusalDetails = {}) {
    const example = problemExamples.get(code)
    if (example === undefined) throw new Error(`The spec has no problem ${code}.`)
    super(detail ?? example.detail)
    const { errors: _, instance: _path, request_id: _id, ...shown } = { errors: [], ...example }
    this.status = example.status
    this.problem = {
      ...shown,
      ...members,
      detail: this.message,
      ...(this.status === 422 ? { errors } : {})
    }
    this.headers = {
      "content-type": "application/problem+json",
      ...(this.status === 401 ? { "www-authenticate": "ApiKey" } : {}),
      ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) })
    }
  }
}
