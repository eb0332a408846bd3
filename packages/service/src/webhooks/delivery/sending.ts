import type { MadeAttempt } from "./Courier.ts"
import type { DueDelivery, Turn } from "./turns.ts"

export interface Sending {
  /** Takes over what may be sent for some entities. */
  readonly offer: (turns: ReadonlyArray<Turn>) => void
  /** Begins what couldn't begin before: whoever was asked said no, and nothing has ended since. */
  readonly goOn: () => void
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
 * Sends each entity's deliveries one after the other, and the entities side by side. The next one waits until the one
 * before is written down: otherwise a crash would repeat that one after a later one was accepted.
 *
 * - `unwritten`: how many may be sent and not yet written down. It bounds what a crash repeats.
 * - `atOnce`: how many may be on their way at the same time.
 * - `mayBegin`: asked before each request.
 * - `made`: what to do with an attempt.
 *
 * Plain callbacks: an attempt that ends begins another in the same step, without waiting for a fibre's turn.
 */
export const makeSending = (options: {
  readonly attempt: (delivery: DueDelivery, done: (made: MadeAttempt) => void) => void
  readonly unwritten: () => number
  readonly atOnce: () => number
  readonly mayBegin: () => boolean
  readonly made: (attempt: MadeAttempt) => void
}): Sending => {
  /** Turns whose first delivery isn't begun, the next ones to send first. */
  let waiting: Array<Turn> = []
  let begun = 0
  let inFlight = 0
  /** Of each entity that is here, what comes after the delivery that waits, is on its way or isn't written down. */
  const here = new Map<string, ReadonlyArray<DueDelivery>>()

  const begin = ([delivery, ...rest]: Turn) => {
    begun += 1
    inFlight += 1
    here.set(delivery.entityId, rest)
    options.attempt(delivery, (attempt) => {
      inFlight -= 1
      // After a failure the later ones wait for it: the table still has them.
      if (attempt.verdict.kind !== "delivered") here.set(delivery.entityId, [])
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
        here.set(turn[0].entityId, [])
        waiting.push(turn)
      }
      pump()
    },
    goOn: pump,
    written: (attempts) => {
      begun -= attempts.length
      const left = attempts.flatMap(({ delivery: { entityId } }) => {
        const [next, ...others] = here.get(entityId) ?? []
        if (next === undefined) {
          here.delete(entityId)
          return [entityId]
        }
        waiting.unshift([next, ...others])
        return []
      })
      // Not at once: the next batch is on its way to the database before the next requests are made.
      setImmediate(pump)
      return left
    },
    giveBack: () => {
      const entities = waiting.map(([{ entityId }]) => entityId)
      waiting = []
      for (const entityId of entities) here.delete(entityId)
      // Also what comes after deliveries that are still on their way.
      for (const entityId of here.keys()) here.set(entityId, [])
      return entities
    },
    has: (entityId) => here.has(entityId),
    entities: () => here.size,
    waiting: () => waiting.length,
    inFlight: () => inFlight
  }
}
