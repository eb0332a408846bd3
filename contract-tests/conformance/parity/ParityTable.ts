/**
 * The parity table: what the service does with each fault of the fleet, beside what the kit says of it. It is made by
 * `fundParity.long.test.ts` from what the service did, and kept in `fundParity.json`, which the docs show.
 */

/** What the kit says of a fault. */
export interface KitView {
  /** The id of the check that names the fault best. */
  readonly check: string
  readonly level: "MUST" | "SHOULD" | "INFO"
  readonly verdict: "fail" | "warn"
  /** The check's sentence. */
  readonly sentence: string
}

/** What the service did, as its database shows it. */
export interface ServiceView {
  /** Sentences of a closed set (`deeds.ts`), e.g. "Registers the member." */
  readonly does: ReadonlyArray<string>
  /** Whether a call of the service got another answer than a fund without the fault would give. */
  readonly meets: boolean
  /** Only if the service does the same as with a fund without the fault: why that is right. */
  readonly because?: string
}

/** A fault and both views of it. */
export interface FaultRow {
  /** The name for `fund-sim --flaw`. */
  readonly fault: string
  readonly group: string
  /** What the fund does, one sentence. */
  readonly sentence: string
  readonly kit: KitView
  readonly service: ServiceView
}

/** A correct fund that differs: the kit finds nothing, and the service does all that it does with a plain one. */
export interface CorrectRow {
  /** The name for `fund-sim --variant`. */
  readonly variant: string
  readonly sentence: string
  readonly service: ServiceView
}

/** The whole file. */
export interface ParityTable {
  readonly faults: ReadonlyArray<FaultRow>
  readonly correct: ReadonlyArray<CorrectRow>
}
