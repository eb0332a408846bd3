import * as Duration from "effect/Duration"
import type { Attempt } from "../../src/webhooks/delivery/Courier.ts"
import {
  type Command,
  held,
  type Made,
  type Message,
  type State
} from "../../src/webhooks/delivery/deliveryState.ts"
import type { DueDelivery } from "../../src/webhooks/delivery/deliverySequences.ts"
import { type EndpointHealth, HEALTHY } from "../../src/webhooks/delivery/endpointHealth.ts"

export const NOW = Date.UTC(2026, 10, 21)

export const settings = {
  requestsPerEndpoint: 3,
  unwritten: { usual: 4, inDrain: 8, drainsAfter: 20 },
  claimed: 4,
  lookEvery: Duration.millis(100),
  lookAtLeastEvery: Duration.seconds(1),
  lingerFor: Duration.zero,
  isNotified: false
}

export const delivery = (id: string): DueDelivery => ({
  id,
  entityId: id.slice(0, 1),
  body: "{}",
  attempts: 0,
  triedAt: null,
  replaces: []
})

export type Kind = "delivered" | "failed" | "gone"

export const made = (of: DueDelivery, kind: Kind, at = NOW): Made => ({
  attempt: {
    delivery: of,
    verdict: kind === "failed" ? { kind, hold: null } : { kind },
    retryIn: 1
  } as Attempt,
  symptom: { delivered: kind === "delivered", hold: null, startedAt: at, endedAt: at, triedAt: null }
})

export const LOOK: Message = { kind: "look" }
export const WOKEN: Message = { kind: "woken" }
export const GATHERED: Message = { kind: "gathered" }

/** A command in words. */
export const text = (command: Command): string =>
  command.kind === "begin"
    ? `begin ${command.delivery.id}`
    : command.kind === "write"
      ? `write ${command.attempts.map(({ delivery }) => delivery.id).join(" ")}`
      : command.kind === "gather"
        ? `gather ${command.until}`
        : command.kind

/** The state of a worker that has just acquired the lease. */
export const fresh = (health: EndpointHealth = HEALTHY, of: Partial<typeof settings> = {}): State =>
  held({ ...settings, ...of }, { version: 1, token: "first", health })
