import type { components } from "@embedded-super/contracts/types/embed-api"

type Schemas = components["schemas"]

/** One mistake in the body that was sent: its field, and its kind as the service's code. */
export type FieldError = Pick<Schemas["FieldError"], "pointer" | "code">

/** How a call ended. */
export type Outcome<A, View = unknown> =
  | { readonly is: "answered"; readonly data: A }
  /** Fields to correct. */
  | { readonly is: "invalid"; readonly errors: ReadonlyArray<FieldError> }
  /** The state doesn't allow it; the code is the rule's. */
  | { readonly is: "conflict"; readonly code: string }
  /** The view had changed, so nothing was saved. */
  | { readonly is: "changed"; readonly view: View }
  /** The token, or the URL, opens nothing any more. */
  | { readonly is: "ended"; readonly code: string; readonly partner?: Schemas["EmbedPartner"] }
  | { readonly is: "tooFast"; readonly seconds: number }
  /** The request got no answer. */
  | { readonly is: "unreachable" }
  | { readonly is: "failed"; readonly requestId: string | undefined }

/** An answer of the service, as the client and the inline script return it. */
export interface Answer {
  readonly status: number
  readonly retryAfter: string | null
  readonly body: unknown
}

const DEFAULT_WAIT = 5

interface Problem<View> {
  readonly code?: string
  readonly errors?: ReadonlyArray<FieldError>
  readonly view?: View
  readonly request_id?: string
  /** Of a refused address: whose embed it was. */
  readonly partner?: Schemas["EmbedPartner"]
}

/** The outcome that an answer has for the frame. */
export const outcomeOf = <A, View>({ body, retryAfter, status }: Answer): Outcome<A, View> => {
  if (status < 300) return { is: "answered", data: (body as { readonly data: A }).data }
  const { code = "", errors = [], partner, request_id, view } = (body ?? {}) as Problem<View>
  if (status === 412 && view !== undefined) return { is: "changed", view }
  if (status === 422) return { is: "invalid", errors: errors.map(({ code, pointer }) => ({ code, pointer })) }
  if (status === 409) return { is: "conflict", code }
  if (status === 401 || status === 403)
    return { is: "ended", code, ...(partner === undefined ? {} : { partner }) }
  if (status === 429) return { is: "tooFast", seconds: Math.max(1, Number(retryAfter) || DEFAULT_WAIT) }
  return { is: "failed", requestId: request_id }
}
