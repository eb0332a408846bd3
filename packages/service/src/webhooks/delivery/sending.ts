import type { MadeAttempt } from "./Courier.ts"
import type { DueDelivery, Turn } from "./turns.ts"

export interface Sending {
  /** Takes over what may be sent for some entities. */
  readonly offer: (turns: ReadonlyArray<Turn>) => void
  /** Says that attempts were written down; answers the entities of which nothing is left here. */
  readonly written: (attempts: ReadonlyArray<{ readonly delivery: DueDelivery }>) => ReadonlyArray<string>
  /** Gives back what wasn't begun; answers the entities of which nothing is left here. */
  readonly giveBack: () => ReadonlyArray<string>
  /** Whether a delivery of the entity was taken over and isn't given back or written down. */
  readonly has: (entityId: string) => boolean
  /** Entities of which something is here. */
  readonly entities: () => number
  /** Entities whose next delivery isn't begun. */
  readonly waiting: () => number
  /** Requests that aren't answered yet. */
  readonly inFlight: () => number
}

/**
 * Sends each entity's deliveries one after the other, and the entities side by side.
 *
 * - `unwritten`: how many may be sent and not yet written down. It bounds what a crash repeats.
 * - `atOnce`: how many may be on their way at the same time.
 * - `mayBegin`: asked before each request.
 * - `made`: what to do with an attempt.
 *
 * Plain callbacks: an attempt that ends begins the next one in the same step, without waiting for a fibre's turn.
 */
export const makeSending = (options: {
  readonly attempt: (delivery: DueDelivery, done: (made: MadeAttempt) => void) => void
  readonly unwritten: () => number
  readonly atOnce: () => number
  readonly mayBegin: () => boolean
  readonly made: (attempt: MadeAttempt) => void
}): Sending => {
  /** What is left of each entity's turn, the next ones to send first. */
  let waiting: Array<Turn> = []
  let begun = 0
  let inFlight = 0
  /** Of each entity, how many deliveries are here. */
  const here = new Map<string, number>()

  const leave = (entityId: string, count: number): ReadonlyArray<string> => {
    const left = (here.get(entityId) ?? 0) - count
    if (left > 0) {
      here.set(entityId, left)
      return []
    }
    here.delete(entityId)
    return [entityId]
  }

  const begin = ([delivery, ...rest]: Turn) => {
    begun += 1
    inFlight += 1
    options.attempt(delivery, (attempt) => {
      inFlight -= 1
      const [next, ...others] = rest
      if (next !== undefined) {
        // After a failure the later ones wait for it, and after a stop nobody else gives them back: the table has them.
        if (attempt.verdict.kind === "delivered" && options.mayBegin()) waiting.unshift([next, ...others])
        else here.set(delivery.entityId, (here.get(delivery.entityId) ?? 0) - rest.length)
      }
      options.made(attempt)
      pump()
    })
  }

  const pump = () => {
    while (
      begun < options.unwritten() &&
      inFlight < options.atOnce() &&
      waiting.length > 0 &&
      options.mayBegin()
    ) {
      const turn = waiting.shift()
      if (turn !== undefined) begin(turn)
    }
  }

  return {
    offer: (turns) => {
      for (const turn of turns) {
        here.set(turn[0].entityId, turn.length)
        waiting.push(turn)
      }
      pump()
    },
    written: (attempts) => {
      begun -= attempts.length
      const left = attempts.flatMap(({ delivery }) => leave(delivery.entityId, 1))
      // Not at once: the next batch is on its way to the database before the next requests are made.
      setImmediate(pump)
      return left
    },
    giveBack: () => {
      const turns = waiting
      waiting = []
      return turns.flatMap((turn) => leave(turn[0].entityId, turn.length))
    },
    has: (entityId) => here.has(entityId),
    entities: () => here.size,
    waiting: () => waiting.length,
    inFlight: () => inFlight
  }
}
