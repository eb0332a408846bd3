import { randomUUID } from "node:crypto"

/** The end of one try of a call: its status (0: no answer came), and whether it says when to come again. */
export interface Try {
  readonly at: number
  readonly status: number
  readonly hasRetryAfter: boolean
}

/** Longer than the service's own limit for a request. */
const PATIENCE_MILLIS = 60_000

/** Waits less than `Retry-After` says: so more calls meet the failover. */
const PAUSE_MILLIS = 300

const pause = () => new Promise((next) => setTimeout(next, PAUSE_MILLIS))

/** Whether the same call may be sent again: the service can't answer now, or still works at the first. */
const isPassing = async (answer: Response): Promise<boolean> =>
  answer.status === 503 ||
  (answer.status === 409 && (await answer.clone().json()).code === "idempotency_in_progress")

/** A partner's `fetch`: repeats a call that couldn't be answered, each POST of the partner API with its key. */
export const patientFetch =
  (note: (one: Try) => void): typeof fetch =>
  async (input, init = {}) => {
    const headers = new Headers(init.headers)
    if (init.method?.toUpperCase() === "POST" && headers.has("x-api-key")) {
      headers.set("idempotency-key", randomUUID())
    }
    for (;;) {
      try {
        const answer = await fetch(input, {
          ...init,
          headers,
          signal: AbortSignal.timeout(PATIENCE_MILLIS)
        })
        const hasRetryAfter = answer.headers.has("retry-after")
        note({ at: performance.now(), status: answer.status, hasRetryAfter })
        if (!(await isPassing(answer))) return answer
      } catch {
        note({ at: performance.now(), status: 0, hasRetryAfter: false })
      }
      await pause()
    }
  }
