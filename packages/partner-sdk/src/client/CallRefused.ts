import type { components } from "@embedded-super/contracts/types/partner-api"

type Problem = components["responses"][keyof components["responses"]] extends infer Answer
  ? Answer extends { readonly content: { readonly "application/problem+json": infer Body } }
    ? Body
    : never
  : never

/** The body of a refusal (RFC 9457), distinguished by `code`. */
export type PartnerApiProblem = Problem

/** The error of `listAll` and `eventsSince` if the service refuses a page. `message` is the problem's `detail`. */
export class CallRefused extends Error {
  override readonly name = "CallRefused"
  readonly status: number
  /** The body of the refusal; undefined if it wasn't the service's, such as a proxy's page. */
  readonly problem: PartnerApiProblem | undefined

  constructor({ status }: Response, error: unknown) {
    const problem =
      typeof error === "object" && error !== null && "code" in error
        ? (error as PartnerApiProblem)
        : undefined
    super(problem?.detail ?? `The service answered ${status}.`)
    this.status = status
    this.problem = problem
  }
}
