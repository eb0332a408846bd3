export interface RetryOptions {
  /** How often a request is sent at most, the first time included; 3 by default. 1 never sends it again. */
  readonly maxTries?: number
  /** The time limit for a call with all its tries and waits, in milliseconds; 60,000 by default. */
  readonly timeLimitMillis?: number
  /** Replaces `Date.now`, for a `Retry-After` that is a date, and for what is left of the time limit. */
  readonly now?: () => number
  /** Waits; rejects with `signal.reason` when the signal aborts. */
  readonly sleep?: (millis: number, signal: AbortSignal) => Promise<void>
  /** Replaces `Math.random`, for the jitter. */
  readonly random?: () => number
  /** Replaces `AbortSignal.timeout`: the signal that ends the call at its time limit. */
  readonly timeout?: (millis: number) => AbortSignal
}

/** The waits before the second, third, … try, if the answer states none: half a second, doubled each time, 8 s at most. */
const FIRST_WAIT = 500
const LONGEST_WAIT = 8_000

/** A longer timer ends at once, in every runtime. */
const LONGEST_TIMER = 2 ** 31 - 1

/** Waits so many milliseconds; rejects with the signal's reason when that aborts. */
export const sleepFor = (millis: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const timer = setTimeout(done, millis)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener("abort", done)
      if (signal.aborted) reject(signal.reason)
      else resolve()
    }
    signal.addEventListener("abort", done)
  })

/** The wait that an answer states, in milliseconds: `Retry-After` holds seconds or a date (RFC 9110). */
export const statedWait = (headers: Headers, now: () => number): number | undefined => {
  const stated = headers.get("retry-after")
  if (stated === null) return undefined
  const millis = /^\d+$/.test(stated) ? Number(stated) * 1000 : Date.parse(stated) - now()
  return Number.isNaN(millis) ? undefined : Math.max(0, millis)
}

/**
 * Whether a request may be sent again though it may have been carried out already. A PATCH may not: its `If-Match` names
 * the version before the change, so a repeat of one that was carried out is refused with 412, as if somebody else had
 * changed the entity. Fetch the entity again, and decide.
 */
const isRepeatable = ({ headers, method }: Request): boolean =>
  ["GET", "HEAD", "PUT", "DELETE"].includes(method) || (method === "POST" && headers.has("idempotency-key"))

/** Whether the service asks to send the request again. */
const isAskedFor = async (response: Response): Promise<boolean> => {
  if (response.status === 429 || response.status === 503) return true
  if (response.status !== 409) return false
  // The try before got no answer here, but still runs there; later its answer is repeated.
  const problem: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  return (problem as { readonly code?: unknown } | undefined)?.code === "idempotency_in_progress"
}

/** A signal that aborts as soon as one of several does, until `release` is called. */
const firstOf = (signals: ReadonlyArray<AbortSignal>) => {
  // Not AbortSignal.any, which Node has since 20.3, and whose timeouts were garbage-collected in some versions.
  const first = new AbortController()
  const released = new AbortController()
  for (const signal of signals) {
    const abort = () => first.abort(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener("abort", abort, { signal: released.signal })
  }
  return { signal: first.signal, release: () => released.abort() }
}

/**
 * Sends requests again: after 429 and 503, when the first try of an `Idempotency-Key` still runs (409), and if no
 * whole answer came, where a repeat does nothing twice. Waits as long as the answer's `Retry-After` says, or else
 * exponentially longer, with jitter. Returns the last answer, or rejects as the last try did; with the reason of the
 * request's signal if that aborts, and with a `TimeoutError` at the time limit. Doesn't begin a wait that would end after it.
 */
export const retrying =
  (
    send: (request: Request) => Promise<Response>,
    {
      maxTries = 3,
      now = Date.now,
      random = Math.random,
      sleep = sleepFor,
      timeLimitMillis = 60_000,
      timeout = (millis) => AbortSignal.timeout(millis)
    }: RetryOptions = {}
  ) =>
  async (request: Request): Promise<Response> => {
    const limit = Math.min(timeLimitMillis, LONGEST_TIMER)
    const { release, signal } = firstOf([request.signal, timeout(limit)])
    const end = now() + limit

    const tryOnce = async () => {
      const response = await send(new Request(request.clone(), { signal }))
      // A body that breaks off is no answer either.
      await response.clone().arrayBuffer()
      return response
    }

    try {
      for (let tries = 1; ; tries++) {
        signal.throwIfAborted()
        const result = await tryOnce().then(
          (response) => ({ response }),
          (error: unknown) => ({ error })
        )
        const answered = "response" in result
        if (!answered) signal.throwIfAborted()
        const isAgain = answered ? await isAskedFor(result.response) : isRepeatable(request)
        const backOff = Math.min(FIRST_WAIT * 2 ** (tries - 1), LONGEST_WAIT) * (1 + random() / 2)
        const wait = (answered ? statedWait(result.response.headers, now) : undefined) ?? backOff
        if (!isAgain || tries >= maxTries || now() + wait >= end) {
          if (answered) return result.response
          throw result.error
        }
        await sleep(wait, signal)
      }
    } finally {
      release()
    }
  }
