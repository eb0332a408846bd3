import type { CallOutcome } from "@embedded-super/rules/calls/CallOutcome"
import type { NotedCall, RawMessage } from "../../platform/timeline/Timeline.ts"

/** A call as it was sent and answered, for the time line. It stays in memory, and has no credentials. */
export interface NotedExchange {
  readonly call: NotedCall
  readonly beganAt: number
  readonly request: RawMessage
  readonly answer?: RawMessage
  readonly retryAfter: string | null
  /** The `traceparent` header that it carried. */
  readonly sent: string | undefined
}

/** The part of a finished call that may be stored: never the request or the answer. */
export interface MadeCall<Answer> {
  readonly outcome: CallOutcome<Answer>
  readonly status: number | null
  /** Milliseconds. */
  readonly took: number
  /** Only if the time line is on, and something was sent. It isn't stored. */
  readonly noted?: NotedExchange
}
