import type { components } from "@embedded-super/contracts/types/embed-api"
import type { BannerMessage } from "./state.ts"

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

/** The attempts at a call that the service fails, and the pauses between them in seconds. */
const PAUSES_AFTER_FAILURES = [1, 4]

/** The longest pause in seconds while the service can't be reached; the browser's `online` event ends it earlier. */
const LONGEST_PAUSE = 15

const pause = (seconds: number): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener("online", end)
      resolve()
    }
    const timer = setTimeout(end, seconds * 1000)
    addEventListener("online", end)
  })

/**
 * Makes a call until it has an outcome that the person can do something about: without a connection until there is one, too
 * fast as long as the service says, after a failure three times. Every operation of the embed API may be repeated.
 */
export const withRetries = async <A, View>(
  call: () => Promise<Outcome<A, View>>,
  onWait: (banner: BannerMessage | undefined) => void
): Promise<Exclude<Outcome<A, View>, { is: "tooFast" | "unreachable" }>> => {
  let failures = 0
  let unreached = 0
  let hasWaited = false
  for (;;) {
    const outcome = await call()
    hasWaited ||= outcome.is === "unreachable" || outcome.is === "tooFast"
    if (outcome.is === "unreachable") {
      onWait({ is: "offline" })
      await pause(Math.min(2 ** unreached++, LONGEST_PAUSE))
    } else if (outcome.is === "tooFast") {
      onWait({ is: "tooFast", seconds: outcome.seconds })
      await pause(outcome.seconds)
    } else if (outcome.is === "failed" && failures < PAUSES_AFTER_FAILURES.length) {
      await pause(PAUSES_AFTER_FAILURES[failures++]!)
    } else {
      if (hasWaited) onWait(undefined)
      return outcome
    }
  }
}
