import type { RawAnswer } from "@embedded-super/pages/content/Message"
import type { Resent } from "@embedded-super/pages/content/sendAgain"
import { traceparentOf } from "@embedded-super/pages/trace/traceparent"
import * as Effect from "effect/Effect"
import type { Span } from "./arrivals.ts"
import { CurrentSpan, EventLog } from "./EventLog.ts"
import type { Note } from "./Note.ts"

export interface OutgoingOptions {
  /** The entry of a call: `code` is the problem's, if the answer was one. */
  readonly describe: (request: Request, answer: Answered) => Note
  /** Headers with which the call is sent again in place of those that it had: the present key. */
  readonly headersAgain?: () => Readonly<Record<string, string>>
}

/** The answer to a call that the simulator made; status null if none came. */
export interface Answered extends RawAnswer {
  /** The JSON body. */
  readonly json: unknown
}

interface Call {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

const mostLetters = 256 * 1024

const textOf = async (response: Response): Promise<string | null> => {
  const isJson = (response.headers.get("content-type") ?? "").includes("json")
  if (!isJson || Number(response.headers.get("content-length") ?? 0) > mostLetters) return null
  const text = await response.clone().text()
  return text === "" ? null : text
}

const requestIdIn = (response: Response | undefined): string | null =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.exec(response?.headers.get("x-request-id") ?? "")?.[0] ??
  null

const jsonOf = (text: string | null): unknown => {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * A `fetch` for the calls that this work makes at the service: each carries the work's `traceparent`, and is noted with
 * its answer, or with the failure.
 */
export const notedFetch = Effect.fnUntraced(function* (options: OutgoingOptions) {
  const log = yield* EventLog
  const cause = yield* log.span

  const sendIn = async (
    given: Request,
    cause: Span | undefined
  ): Promise<{
    readonly response: Response | undefined
    readonly error: unknown
    readonly sent: Resent
  }> => {
    const { arrival, span } = await Effect.runPromise(Effect.provideService(log.caused, CurrentSpan, cause))
    const request = new Request(given, { headers: withHeader(given, "traceparent", traceparentOf(span)) })
    const body = request.body === null ? null : await request.clone().text()
    const headers = Object.fromEntries(request.headers)
    const call: Call = { method: request.method, url: request.url, headers, body }
    const began = performance.now()
    const { error, response } = await fetch(request).then(
      (response) => ({ response, error: undefined }),
      (error: unknown) => ({ response: undefined, error })
    )
    const durationMillis = Math.round(performance.now() - began)
    const text = response === undefined ? null : await textOf(response)
    const answer: RawAnswer = {
      status: response?.status ?? null,
      headers: Object.fromEntries(response?.headers ?? []),
      body: text
    }
    const noted = log.listOutgoing(options.describe(request, { ...answer, json: jsonOf(text) }), {
      ...{ arrival, span, status: answer.status, duration_ms: durationMillis },
      method: request.method,
      path: new URL(request.url).pathname,
      request_id: requestIdIn(response),
      exchange: {
        ...{ operation: undefined, method: call.method, url: call.url, headers, body, answer },
        sendAgain: (edited, cause) => Effect.promise(() => again(call, edited, cause))
      }
    })
    const seq = (await Effect.runPromise(noted)) ?? null
    return { response, error, sent: { answer, durationMillis, seq } }
  }

  const again = async (first: Call, body: string | null, cause: Span | undefined): Promise<Resent> => {
    const headers = new Headers(first.headers)
    headers.delete("content-length")
    // A call with another body is another one: the service would refuse the same key.
    if (body !== first.body && headers.has("idempotency-key"))
      headers.set("idempotency-key", crypto.randomUUID())
    for (const [name, value] of Object.entries(options.headersAgain?.() ?? {})) headers.set(name, value)
    const request = new Request(first.url, {
      ...{ method: first.method, headers, redirect: "error" as const, body },
      signal: AbortSignal.timeout(WITHIN)
    })
    return (await sendIn(request, cause)).sent
  }

  return async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { error, response } = await sendIn(new Request(input, init), cause)
    if (response === undefined) throw error
    return response
  }
})

/** How long a call that is sent again may take, in milliseconds. */
const WITHIN = 10_000

const withHeader = (request: Request, name: string, value: string): Headers => {
  const headers = new Headers(request.headers)
  headers.set(name, value)
  return headers
}
