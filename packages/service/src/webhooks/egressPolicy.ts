import * as Context from "effect/Context"

/** Where webhooks may be sent. It belongs to the process (`--dev` allows loopback), never to a product's settings. */
export interface EgressPolicy {
  /** Whether http and https to the machine itself are accepted, on any port. */
  readonly allowLoopback: boolean
  /** The ports that an address may name, besides those on loopback. */
  readonly ports: ReadonlyArray<number>
}

export const EgressPolicy = Context.Reference<EgressPolicy>("@embedded-super/service/webhooks/EgressPolicy", {
  defaultValue: () => ({ allowLoopback: false, ports: [443] })
})
