import * as Effect from "effect/Effect"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { randomUUID } from "node:crypto"
import type { MadeAttempt } from "./Courier.ts"
import type { Attempt, Batch, Recorded } from "./attemptWrites.ts"
import { afterAttempt, type EndpointHealth } from "./endpointHealth.ts"

/** What is remembered of an attempt until it is written down: it can be counted again on top of another health. */
type Counted = Pick<MadeAttempt, "delivery" | "verdict" | "startedAt" | "endedAt">

/** An attempt that the database refuses as it is. The delivery dies of it, so that it refuses no other with it. */
const unwritable = (attempt: Attempt): Attempt => ({
  ...attempt,
  status: null,
  failure: "internal_error",
  answer: null,
  retryIn: null
})

/**
 * The health of an endpoint as its lease's holder knows it: ahead of the table by the attempts that aren't written down
 * yet. `platformTime` turns moments of the monotonic clock into the database's.
 */
export const makeHealthRecord = (options: {
  readonly first: { readonly health: EndpointHealth; readonly written: string }
  readonly platformTime: (monotonic: number) => number
  readonly write: (
    batch: Pick<Batch, "after" | "written" | "health" | "attempts">
  ) => Effect.Effect<Recorded, SqlError>
}) => {
  let { health, written } = options.first
  /** Counted in `health`, and not yet taken to be written. */
  let ahead: Array<Counted> = []

  const after = (health: EndpointHealth, { delivery, verdict, startedAt, endedAt }: Counted) =>
    verdict.kind === "unsendable"
      ? health
      : afterAttempt(health, {
          delivered: verdict.kind === "delivered",
          hold: verdict.kind === "failed" ? verdict.hold : null,
          startedAt: options.platformTime(startedAt),
          endedAt: options.platformTime(endedAt),
          triedAt: delivery.triedAt
        })

  const writeOnce = Effect.fnUntraced(function* (
    attempts: ReadonlyArray<Attempt>,
    counted: ReadonlyArray<Counted>,
    then: EndpointHealth
  ) {
    while (true) {
      const name = randomUUID()
      const result = yield* options.write({ after: written, written: name, health: then, attempts })
      if (result.kind === "lost") return undefined
      if (result.kind === "written") {
        written = name
        return result.version
      }
      // Somebody resumed the endpoint: what these attempts showed counts on top of that.
      written = result.written
      then = counted.reduce((health, attempt) => after(health, attempt), result.health)
      health = ahead.reduce((health, attempt) => after(health, attempt), then)
    }
  })

  /** One by one, if the database refuses them together: whichever it refuses alone is written without its contents. */
  const write = Effect.fnUntraced(function* (
    attempts: ReadonlyArray<Attempt>,
    counted: ReadonlyArray<Counted>,
    then: EndpointHealth
  ) {
    const isRefused = (error: SqlError) => isSqlError(error) && !error.isRetryable
    return yield* Effect.catchIf(writeOnce(attempts, counted, then), isRefused, () =>
      Effect.gen(function* () {
        let version: number | undefined
        for (const attempt of attempts) {
          version = yield* Effect.catchIf(writeOnce([attempt], counted, then), isRefused, () =>
            writeOnce([unwritable(attempt)], counted, then)
          )
          if (version === undefined) return undefined
        }
        return version
      })
    )
  })

  return {
    now: () => health,
    /** Counts an attempt that was just made. */
    count: (attempt: Counted) => {
      health = after(health, attempt)
      ahead.push(attempt)
    },
    /**
     * Takes what was counted since the last call, which must be `attempts`, to be written down: answers how, and that
     * answers the endpoint's version, or undefined if the lease is lost.
     */
    take: () => {
      const counted = ahead
      const then = health
      ahead = []
      return (attempts: ReadonlyArray<Attempt>) => write(attempts, counted, then)
    }
  }
}
