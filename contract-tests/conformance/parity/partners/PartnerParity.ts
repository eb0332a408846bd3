/**
 * The parity table of partners: what the service does with each fault of the fleet, beside what the kit says of it. It is
 * made by `partnerParity.long.test.ts` from what the service did, and kept in `partnerParity.json`.
 */
import type { KitView } from "../ParityTable.ts"

/** What the service did, as its database and the answers of its API show it. */
export interface PartnerView {
  /** Sentences of a closed set, e.g. "Tries a webhook 13 times over three days, then gives it up." */
  readonly does: ReadonlyArray<string>
  /** What it met: answers to its webhooks that aren't 2xx, and calls that a partner without the fault doesn't make, or makes. */
  readonly meets: ReadonlyArray<string>
  /** Only if it met nothing: why the kit alone sees the fault. */
  readonly because?: string
}

/** A fault and both views of it. */
export interface PartnerFault {
  /** The name for `partner-sim --flaw`. */
  readonly fault: string
  readonly group: string
  readonly sentence: string
  readonly kit: KitView
  readonly service: PartnerView
}

/** A correct partner that differs: the service delivers everything to it. */
export interface CorrectPartner {
  /** The name for `partner-sim --variant`. */
  readonly variant: string
  readonly sentence: string
  readonly service: PartnerView
}

/** The whole file. */
export interface PartnerParity {
  readonly faults: ReadonlyArray<PartnerFault>
  readonly correct: ReadonlyArray<CorrectPartner>
}
