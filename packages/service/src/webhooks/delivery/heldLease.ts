import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import { randomUUID } from "node:crypto"
import { performance } from "node:perf_hooks"
import { isPassing } from "../../platform/database/databaseAway.ts"
import { EndpointSecrets } from "../endpoints/EndpointSecrets.ts"
import type { Destination } from "./Courier.ts"
import { endpointLeaseRepo, LEASE_SECONDS, type LeasedEndpoint } from "./EndpointLeaseRepo.ts"

/** Another worker holds the endpoint's lease now. This worker's writes change nothing any more. */
export class LeaseLost extends Data.TaggedError("LeaseLost") {}

/** The log line of a worker that lost a lease while it ran: it, its machine or the database stood still for too long. */
export const LEASE_IS_LOST =
  "The lease of an endpoint was lost: what was sent under it and not yet written is sent again"

/**
 * Nothing can be sent to the endpoint, because its address can't be read, or this process can't open its signing secret: it
 * is older than the secret, or lacks its master key.
 */
export class Unusable extends Data.TaggedError("Unusable")<{
  readonly endpoint: LeasedEndpoint
  readonly reason: "address" | "secret"
}> {
  override get message(): string {
    return `The endpoint's ${this.reason} can't be read`
  }
}

/** How long before the lease expires its holder stops sending, in case its clock runs slower than the database's. */
const MARGIN_MILLIS = 1000

/** The result of a renewal. */
export interface Renewal {
  readonly endpoint: LeasedEndpoint
  readonly destination: Destination
  /** Converts a time of the monotonic clock to milliseconds since 1970 by the clock that sets due times. */
  readonly platformTime: (monotonic: number) => number
}

/** Acquires an endpoint's lease; undefined if another worker holds it. */
export const makeHoldLease = Effect.gen(function* () {
  const lease = yield* endpointLeaseRepo
  const secrets = yield* EndpointSecrets
  const clock = yield* Clock.Clock

  /**
   * This machine's time, twice: the wall clock may be set back, and the monotonic one stops while the machine sleeps.
   * Trust whichever advanced more.
   */
  const clocks = () => ({ wall: clock.currentTimeMillisUnsafe(), monotonic: performance.now() })

  return Effect.fnUntraced(function* (endpointId: string) {
    const owner = randomUUID()
    let renewed = clocks()
    const taken = yield* lease.take(endpointId, owner)
    if (taken === undefined) return undefined
    const abandon = lease.abandon(endpointId, owner)

    /** The renewal from the endpoint as read by the statement, sent at `sentAt`, that acquired or extended the lease. */
    const renewal = Effect.fnUntraced(function* (endpoint: LeasedEndpoint, sentAt: typeof renewed) {
      const url = yield* Effect.fromResult(Result.try(() => new URL(endpoint.url))).pipe(
        Effect.mapError(() => new Unusable({ endpoint, reason: "address" }))
      )
      const keys = yield* Effect.catchTag(secrets.opened(endpoint.keys), "CannotOpen", () =>
        Effect.fail(new Unusable({ endpoint, reason: "secret" }))
      )
      renewed = sentAt
      // Computed from the database's time and the monotonic clock: this machine's wall clock may be wrong and may jump.
      const since = (time: number) => (monotonic: number) => time + monotonic - sentAt.monotonic
      const databaseTime = since(endpoint.databaseTime)
      const destination: Destination = {
        productId: endpoint.productId,
        url: endpoint.url,
        origin: url.origin,
        path: url.pathname + url.search,
        keys,
        now: () => databaseTime(performance.now())
      }
      return { endpoint, destination, platformTime: since(endpoint.platformTime) } satisfies Renewal
    })

    /** Open, but while a release is on its way. */
    const settled = Latch.makeUnsafe(true)
    let isReleased = false

    const release = Effect.gen(function* () {
      settled.closeUnsafe()
      const release = yield* lease.release(endpointId, owner)
      isReleased = release.released
      return release
    }).pipe(Effect.ensuring(Effect.sync(() => settled.openUnsafe())))

    /** Fails unless this holder released the lease: a renewal that the database runs after the release finds none, either. */
    const releasedOrLost = Effect.gen(function* () {
      yield* settled.await
      return isReleased ? undefined : yield* new LeaseLost()
    })

    /** Extends the lease, and reads the endpoint's current address and keys; undefined once the lease is released. */
    const renew = Effect.gen(function* () {
      if (isReleased) return undefined
      const sentAt = clocks()
      const endpoint = yield* lease.renew(endpointId, owner)
      return yield* endpoint === undefined ? releasedOrLost : renewal(endpoint, sentAt)
    })

    /** Whether the lease is certainly still held, without a query. */
    const isLeased = () => {
      const { wall, monotonic } = clocks()
      const passed = Math.max(wall - renewed.wall, monotonic - renewed.monotonic)
      return passed < LEASE_SECONDS * 1000 - MARGIN_MILLIS
    }

    /** Retries while the database is away, until the lease expires. */
    const whileLeased = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.retry(effect, {
        schedule: Schedule.spaced("200 millis"),
        while: (error) => isPassing(error) && isLeased()
      })

    const first = yield* Effect.onError(renewal(taken, renewed), () => Effect.ignore(abandon))
    return {
      owner,
      first,
      renew: whileLeased(renew),
      release,
      abandon,
      isLeased,
      whileLeased
    }
  })
})

type HoldLease = Effect.Success<typeof makeHoldLease>

/** The lease of one endpoint, held by this process. */
export type HeldLease = NonNullable<Effect.Success<ReturnType<HoldLease>>>
