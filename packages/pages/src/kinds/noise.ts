/**
 * Entries without which a reader misses nothing: they only record, or read, what another entry of the same step says.
 *
 * By kind, and by how it went: a kind with two outcomes is noise in one of them only. What changed, waits, was refused or
 * failed is never noise.
 */
import type { TimelineEntry, TimelineOutcome } from "@embedded-super/contracts/schemas"
import type { KindName } from "./index.ts"

/** Which entries of a kind are noise. */
export interface Noise {
  readonly kind: string
  readonly outcome: Extract<TimelineOutcome, "good" | "noted">
  /** Only of calls with this method; null for any entry. */
  readonly method: "GET" | null
}

/** The service's kinds. */
const own = {
  // Reads. A call that changes something stays.
  call_received: { outcome: "good", method: "GET" },
  // The call itself follows.
  fund_call_requested: { outcome: "noted", method: null },
  access_token_fetched: { outcome: "good", method: null },
  // The change before it, and the webhook after it, say the same.
  event_recorded: { outcome: "noted", method: null },
  webhook_superseded: { outcome: "noted", method: null },
  matches_found: { outcome: "noted", method: null },
  // The audit log's own steps: what an operator does is "changed".
  operator_acted: { outcome: "noted", method: null }
} satisfies { readonly [K in KindName]?: Omit<Noise, "kind"> }

/** The simulators' kinds. */
const simulators: Readonly<Record<string, Omit<Noise, "kind">>> = {
  call_answered: { outcome: "good", method: null },
  entity_fetched: { outcome: "good", method: null },
  page_used: { outcome: "good", method: "GET" },
  service_called: { outcome: "good", method: "GET" }
}

export const noise: ReadonlyArray<Noise> = Object.entries({ ...own, ...simulators }).map(
  ([kind, which]): Noise => ({ kind, ...which })
)

const byKind = new Map(noise.map((one) => [one.kind, one]))

export const isNoise = ({
  kind,
  method,
  outcome
}: Pick<TimelineEntry, "kind" | "method" | "outcome">): boolean => {
  const found = byKind.get(kind)
  return (
    found !== undefined && found.outcome === outcome && (found.method === null || found.method === method)
  )
}
