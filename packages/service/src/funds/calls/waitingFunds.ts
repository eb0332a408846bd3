import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { queues } from "../../platform/jobs/queues.ts"
import { fundCallLedger } from "./FundCallLedger.ts"

/** How a process shares its slots among funds. */
interface FairShares {
  /** Takes one more slot for a fund. Returns false if the fund uses its maximum. */
  readonly take: (fundId: string) => boolean
  readonly giveBack: (fundId: string) => void
  /** The funds that can't take another slot now. */
  readonly full: () => ReadonlyArray<string>
}

/**
 * A fund may use at most as many slots as stay free, so one slow fund never takes more than half, a second no more than
 * half of the rest, and so on.
 */
export const fairShares = (slots: number): FairShares => {
  const inUse = new Map<string, number>()
  const free = () => slots - [...inUse.values()].reduce((sum, count) => sum + count, 0)
  const isFull = (fundId: string) => {
    const own = inUse.get(fundId) ?? 0
    return own > 0 && own >= free()
  }
  return {
    take: (fundId) => {
      if (isFull(fundId)) return false
      inUse.set(fundId, (inUse.get(fundId) ?? 0) + 1)
      return true
    },
    giveBack: (fundId) => {
      const left = (inUse.get(fundId) ?? 0) - 1
      if (left > 0) inUse.set(fundId, left)
      else inUse.delete(fundId)
    },
    full: () => [...inUse.keys()].filter(isFull)
  }
}

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
