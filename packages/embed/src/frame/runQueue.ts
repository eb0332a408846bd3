import {
  emptyQueue,
  eventOf,
  isEmpty,
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

/** A request of a queue. */
export interface Sending {
  /** The page is hidden: the request can't be corrected, so it must count whatever the view is now. */
  readonly isLast: boolean
  /** Whether nothing was typed since it was sent, and no text was refused that is still there. */
  readonly isAll: () => boolean
  /** Whether its answer still counts. A later request that carries the same fields replaces it. */
  readonly isCurrent: () => boolean
}

type Send = (typed: Typed, sending: Sending) => Promise<Outcome<unknown>>

/** The queue of one step's draft. */
export interface DraftQueue {
  readonly take: (event: QueueEvent) => void
  /** The text that was typed and isn't saved yet. */
  readonly unsaved: () => Typed
  /**
   * Holds the queue for a save of the step, which includes everything that was typed: waits for the request under way.
   * False if its answer was a changed view, which the person must see before saving.
   */
  readonly hold: () => Promise<boolean>
  readonly release: (isSaved: boolean) => void
}

/** Runs a queue: sends text that is due, and waits for the rest. */
export const runQueue = (send: Send, clock: Clock): DraftQueue => {
  let queue: Queue = emptyQueue
  let stopTimer = (): void => {}
  let underWay: Promise<QueueEvent> | undefined
  const refused = new Set<string>()

  const take = (event: QueueEvent): void => {
    const { sent = {} } = queue
    queue = reduceQueue(queue, event, clock.now())
    const { unsaved } = queue
    if (event.is === "refused")
      for (const field of Object.keys(sent)) if (!(field in unsaved)) refused.add(field)
    if (event.is === "typed") for (const field of Object.keys(event.fields)) refused.delete(field)
    if (event.is === "released" && event.isSaved) refused.clear()
    sendOrWait(event.is === "hidden")
  }

  const sendOrWait = (isLast = false): void => {
    stopTimer()
    const at = nextSendAt(queue)
    if (at === undefined) return
    if (at <= clock.now()) start(isLast)
    else stopTimer = clock.after(at - clock.now(), sendOrWait)
  }

  const start = (isLast: boolean): void => {
    const typed = queue.unsaved
    queue = reduceQueue(queue, { is: "sending" }, clock.now())
    const request: Promise<QueueEvent> = send(typed, {
      isLast,
      isAll: () => isEmpty(queue.unsaved) && refused.size === 0,
      isCurrent: () => underWay === request
    }).then((outcome) => {
      const event = eventOf(outcome)
      if (underWay === request) {
        underWay = undefined
        take(event)
      }
      return event
    })
    underWay = request
  }

  return {
    take,
    unsaved: () => ({ ...queue.sent, ...queue.unsaved }),
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
