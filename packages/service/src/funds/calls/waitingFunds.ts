import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { queues } from "../../platform/jobs/queues.ts"
import type { FairShares } from "./fairShares.ts"
import { fundCallLedger } from "./FundCallLedger.ts"

/** The worker waits for the end of holds up to this long. Milliseconds. */
const LONGEST_WATCH = 30_000

/**
 * The funds whose calls this process has passed over, because the fund was held or used all of its slots: the next free slot, or
 * the end of the hold, wakes them. Holds end while the scope is open.
 */
export const waitingFunds = Effect.fnUntraced(function* (shares: FairShares) {
  const sql = yield* SqlClient.SqlClient
  const ledger = yield* fundCallLedger
  const queue = yield* queues.fundCalls
  const scope = yield* Effect.scope
  const passedOver = new Set<string>()
  const watched = new Set<string>()

  /** Wakes two more calls of a fund for each slot that becomes free, so that many slots fill quickly. */
  const wakeNextOf = Effect.fnUntraced(function* (fundId: string) {
    if (!passedOver.has(fundId) || shares.full().includes(fundId)) return
    const ids = yield* ledger.nextOf(fundId)
    if (ids.length === 0) passedOver.delete(fundId)
    yield* Effect.forEach(ids, (call_id) => queue.offer({ call_id }), { discard: true })
  }, sql.withTransaction)

  /** Checks a fund again after `millis`, when its hold ends. The sweep covers longer holds. */
  const watch = Effect.fnUntraced(function* (fundId: string, millis: number) {
    if (watched.has(fundId) || millis > LONGEST_WATCH) return
    watched.add(fundId)
    yield* Effect.sleep(Duration.millis(millis)).pipe(
      Effect.andThen(
        Effect.suspend(() => {
          watched.delete(fundId)
          passedOver.add(fundId)
          return Effect.ignore(wakeNextOf(fundId))
        })
      ),
      Effect.interruptible,
      Effect.forkIn(scope)
    )
  })

  return { passOver: (fundId: string) => void passedOver.add(fundId), wakeNextOf, watch }
})

export type WaitingFunds = Effect.Success<ReturnType<typeof waitingFunds>>
