import {
  emptyQueue,
  eventOf,
  nextSendAt,
  type Queue,
  type QueueEvent,
  reduceQueue,
  type Typed
} from "./saveQueue.ts"
import type { Outcome } from "./outcome.ts"

/** The time, and a timer that can be stopped. */
export interface Clock {
  readonly now: () => number
  readonly after: (ms: number, run: () => void) => () => void
}

export const browserClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  }
}

/** The queue of one step's draft. */
export interface DraftQueue {
  readonly take: (event: QueueEvent) => void
  /**
   * Holds the queue for a save of the step, which includes everything that was typed: waits for the request under way.
   * False if its answer was a changed view, which the person must see before saving.
   */
  readonly hold: () => Promise<boolean>
  readonly release: (isSaved: boolean) => void
}

/** Runs a queue: sends what is due, and waits for what isn't. */
export const runQueue = (send: (typed: Typed) => Promise<Outcome<unknown>>, clock: Clock): DraftQueue => {
  let queue: Queue = emptyQueue
  let stopTimer = (): void => {}
  let underWay: Promise<QueueEvent> | undefined

  const take = (event: QueueEvent): void => {
    queue = reduceQueue(queue, event, clock.now())
    sendOrWait()
  }

  const sendOrWait = (): void => {
    stopTimer()
    const at = nextSendAt(queue)
    if (at === undefined) return
    if (at <= clock.now()) start()
    else stopTimer = clock.after(at - clock.now(), sendOrWait)
  }

  const start = (): void => {
    const typed = queue.unsaved
    queue = reduceQueue(queue, { is: "sending" }, clock.now())
    underWay = send(typed).then((outcome) => {
      const event = eventOf(outcome)
      underWay = undefined
      take(event)
      return event
    })
  }

  return {
    take,
    hold: async () => {
      take({ is: "held" })
      const ended = await underWay
      if (ended?.is !== "changed") return true
      take({ is: "released", isSaved: false })
      return false
    },
    release: (isSaved) => take({ is: "released", isSaved })
  }
}
