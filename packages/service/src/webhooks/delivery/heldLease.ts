import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { isSqlError } from "effect/sql/SqlError"
import { randomUUID } from "node:crypto"
import { performance } from "node:perf_hooks"
import type { Destination } from "./Courier.ts"
import { EndpointLease, LEASE_SECONDS } from "./EndpointLease.ts"
import { EndpointSecrets } from "../endpoints/EndpointSecrets.ts"

/** Another worker holds the endpoint now. What this one still has in hand counts for nothing. */
export class LeaseLost extends Data.TaggedError("LeaseLost") {}

/** A holder stops sending so long before its lease ends, in case its clock runs slower than the database's. */
const MARGIN_MILLIS = 1000

/**
 * This machine's time, twice: the wall clock may be set back, and the monotonic one stands still while the machine
 * sleeps. Of the two, the one that moved further tells how long ago something was.
 */
const clocks = Effect.map(Clock.currentTimeMillis, (wall) => ({ wall, monotonic: performance.now() }))

/** Takes an endpoint's lease and keeps all that goes with holding it. Undefined if another worker holds it. */
export const makeHoldLease = Effect.gen(function* () {
  const lease = yield* EndpointLease
  const secrets = yield* EndpointSecrets

  return Effect.fnUntraced(function* (endpointId: string) {
    const owner = randomUUID()
    if (!(yield* lease.acquire(endpointId, owner))) return undefined
    const abandon = lease.abandon(endpointId, owner)
    let renewed = yield* clocks

    /** Holds the lease for another while, and answers where to send to now. */
    const renew = Effect.gen(function* () {
      const asked = yield* clocks
      const endpoint = yield* lease.renew(endpointId, owner)
      if (endpoint === undefined) return yield* new LeaseLost()
      const { wall } = yield* clocks
      const url = new URL(endpoint.url)
      renewed = asked
      return {
        productId: endpoint.productId,
        url: endpoint.url,
        origin: url.origin,
        path: url.pathname + url.search,
        keys: yield* secrets.signingKeys(endpoint),
        clockOffset: endpoint.databaseTime - wall
      } satisfies Destination
    })

    /** Whether the lease is surely still held, as far as one can tell without asking. */
    const isLeased = Effect.map(clocks, ({ wall, monotonic }) => {
      const passed = Math.max(wall - renewed.wall, monotonic - renewed.monotonic)
      return passed < LEASE_SECONDS * 1000 - MARGIN_MILLIS
    })

    /** A database that restarts is waited for as long as the lease lasts. */
    const whileLeased = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.retry(effect, {
        schedule: Schedule.spaced("200 millis"),
        while: (error) => (isSqlError(error) && error.isRetryable ? isLeased : Effect.succeed(false))
      })

    const destination = yield* Effect.onError(renew, () => Effect.ignore(abandon))
    return {
      owner,
      destination,
      renew: whileLeased(renew),
      release: lease.release(endpointId, owner),
      abandon,
      isLeased,
      whileLeased
    }
  })
})
