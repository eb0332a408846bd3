import type { ProductId } from "@embedded-super/contracts/schemas"
import type { FundCredential } from "@embedded-super/rules/authentication/AuthFlow"
import type * as Result from "effect/Result"
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
