import type { ProductId } from "@embedded-super/contracts/schemas"
import type { StoredFund } from "../FundsRepo.ts"
import type { FundCredential } from "./AuthFlow.ts"
import type { Pass } from "./gate/FundGates.ts"

/** One call of one operation. */
export interface FundCall<Request> {
  /** The partner's product for which the fund is called. */
  readonly productId: ProductId
  readonly fund: StoredFund
  readonly request: Request
  /** Names this one call; each retry has its own. */
  readonly requestId: string
  /** The same over every retry; undefined for operations that change nothing. */
  readonly idempotencyKey?: string
  /** From `admit`; without one the call asks for it by itself, and where there is none it isn't sent. */
  readonly admission?: Admission
}

/** The right to make one call now, with these credentials. Whoever has it calls, or gives it back. */
export interface Admission {
  readonly credential: FundCredential
  readonly pass: Pass
}
