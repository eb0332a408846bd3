import type { Contract } from "@embedded-super/pages/content/contracts/Contract"

/** The contract of the calls that others make here, and of those that are made from here; without one none is checked. */
export interface Contracts {
  readonly incoming: Contract
  readonly outgoing?: Contract
}
