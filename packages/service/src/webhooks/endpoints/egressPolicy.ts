/** Where webhooks may be sent. It belongs to the process (`--dev` allows loopback), never to a product's settings. */
export interface EgressPolicy {
  /** Whether http and https to the machine itself are accepted, on any port. */
  readonly allowLoopback: boolean
  /** The ports that an address may name, besides those on loopback. */
  readonly ports: ReadonlyArray<number>
}

export const egressPolicy = ({ dev }: { readonly dev: boolean }): EgressPolicy => ({
  allowLoopback: dev,
  ports: [443]
})
