/**
 * Why a call of the service has no result, as a value: the service's problem details (RFC 9457), or that no answer came.
 * Pages show `detail`, which is a sentence for people; the code that decides something looks at `code`, which is stable.
 *
 * Guide: partners/wattle-payroll
 */
import * as Data from "effect/Data"

/** One mistake in a request, as the service names it (RFC 9457, `errors`). */
export interface Mistake {
  readonly pointer: string
  readonly code: string
  readonly detail: string
}

/** Why a call of the service has no result. `detail` is a sentence for people, the service's own where it gave one. */
export class ServiceRefused extends Data.TaggedError("ServiceRefused")<{
  /** Undefined if no answer came. */
  readonly status: number | undefined
  /** The problem's code; `unreachable` if no answer came. */
  readonly code: string
  readonly detail: string
  readonly errors: ReadonlyArray<Mistake>
  /** The entity that is in the way, if the service names one. */
  readonly resourceId?: string
}> {}

export const unreachable = (detail: string): ServiceRefused =>
  new ServiceRefused({ status: undefined, code: "unreachable", detail, errors: [] })

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const mistakesIn = (errors: unknown): ReadonlyArray<Mistake> =>
  (Array.isArray(errors) ? errors : []).filter(isRecord).map(({ code, detail, pointer }) => ({
    pointer: String(pointer),
    code: String(code),
    detail: String(detail)
  }))

/** A refusal of the service, from its answer's problem. */
export const refusedBy = (status: number, problem: unknown): ServiceRefused => {
  const { code, detail, errors, resource_id } = isRecord(problem) ? problem : {}
  return new ServiceRefused({
    status,
    code: typeof code === "string" ? code : "unknown",
    detail: typeof detail === "string" ? detail : `The service answered ${status}.`,
    errors: mistakesIn(errors),
    ...(typeof resource_id === "string" ? { resourceId: resource_id } : {})
  })
}
