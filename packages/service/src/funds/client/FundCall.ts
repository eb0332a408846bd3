import type { ProductId } from "@embedded-super/contracts/schemas"
import type { FundCredential } from "@embedded-super/rules/authentication/AuthFlow"
import type { CallOutcome } from "@embedded-super/rules/calls/CallOutcome"
import type * as Result from "effect/Result"
import type { NotedCall, RawMessage } from "../../platform/timeline/Timeline.ts"
import type { StoredFund } from "../FundsRepo.ts"
import type { Pass } from "./gate/FundGatesRepo.ts"

/** One call of one operation. */
export interface FundCall<Request> {
  /** The partner's product for which the fund is called. */
  readonly productId: ProductId
  readonly fund: StoredFund
  readonly request: Request
  /** Identifies this one call; each retry has its own. */
  readonly requestId: string
  /** Stays the same for every retry; undefined for operations that change nothing. */
  readonly idempotencyKey?: string
  /** From `FundClient.admit`. */
  readonly admitted: Admitted
}

/** The right to make one call now, with these credentials. Its owner makes the call, or returns the right. */
export interface Admitted {
  readonly productId: ProductId
  /** Live products reach only real funds, and sandboxed products only simulated ones. */
  readonly isOfItsKind: boolean
  readonly credential: FundCredential
  readonly pass: Pass
}

/** Why a call may not be made now. */
export type NotAdmitted =
  /** The fund is held for another `forMillis`; ask again after that. */
  | { readonly because: "held"; readonly forMillis: number }
  /**
   * The fund is at its concurrency limit, or a probe runs. The end of a call frees a slot; `forMillis` is the minimum
   * wait.
   */
  | { readonly because: "busy"; readonly forMillis: number }
  /** There are no credentials that the fund hasn't refused. */
  | { readonly because: "credentials" }

export type Admission = Result.Result<Admitted, NotAdmitted>

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
