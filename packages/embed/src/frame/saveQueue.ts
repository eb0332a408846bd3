/**
 * The text that a person types, on its way into the draft of a step (D-embed-drafts): sent 800 ms after the last key or when a
 * field is left, one request at a time, the newest text of each field, again after a failure.
 *
 * Why a pure function of events and the time: every order of keys, answers and failures is a row of a table in its test.
 * `runQueue.ts` has the timer and makes the calls.
 *
 * The trap: the text in a request is still unsaved until its answer. A request that ends without saving gives its fields back,
 * and text that was typed meanwhile wins over them.
 */
import type { Outcome } from "./outcome.ts"

/** Texts by the pointer of their field. */
export type Typed = Readonly<Record<string, string>>

export interface Queue {
  readonly unsaved: Typed
  /** The text that the request under way carries. */
  readonly sent: Typed | undefined
  /** When to send, in ms. */
  readonly dueAt: number | undefined
  readonly failures: number
  /** A save of the step is under way, so nothing is sent. */
  readonly isHeld: boolean
}

export const emptyQueue: Queue = {
  unsaved: {},
  sent: undefined,
  dueAt: undefined,
  failures: 0,
  isHeld: false
}

export type QueueEvent =
  | { readonly is: "typed"; readonly fields: Typed }
  /** A field lost the focus. */
  | { readonly is: "left" }
  /** The page is hidden; it may never be shown again. */
  | { readonly is: "hidden" }
  | { readonly is: "online" }
  | { readonly is: "sending" }
  | { readonly is: "saved" }
  /** The view had changed, and there is a new one. */
  | { readonly is: "changed" }
  /** These fields can't be kept. */
  | { readonly is: "refused"; readonly pointers: ReadonlyArray<string> }
  | { readonly is: "failed"; readonly seconds?: number }
  /** The token has ended. Unsaved text waits for another one. */
  | { readonly is: "ended" }
  /** Nothing can be kept any more. */
  | { readonly is: "closed" }
  | { readonly is: "held" }
  | { readonly is: "released"; readonly isSaved: boolean }

const AFTER_A_KEY = 800
const LONGEST_PAUSE = 30

export const isEmpty = (typed: Typed): boolean => Object.keys(typed).length === 0

/** The request ended, and these fields are unsaved. */
const ended = (queue: Queue, unsaved: Typed, dueAt: number): Queue => ({
  ...queue,
  unsaved,
  sent: undefined,
  failures: 0,
  dueAt: isEmpty(unsaved) ? undefined : dueAt
})

/** Everything is sent again after a pause. */
const again = (queue: Queue, seconds: number, now: number): Queue => ({
  ...ended(queue, { ...queue.sent, ...queue.unsaved }, now + seconds * 1000),
  failures: queue.failures + 1
})

const pauseAfter = (failures: number): number => Math.min(2 ** failures, LONGEST_PAUSE)

export const reduceQueue = (queue: Queue, event: QueueEvent, now: number): Queue => {
  switch (event.is) {
    case "typed": {
      const dueAt = queue.failures > 0 ? queue.dueAt : now + AFTER_A_KEY
      return { ...queue, unsaved: { ...queue.unsaved, ...event.fields }, dueAt }
    }
    case "left":
      return isEmpty(queue.unsaved) || queue.failures > 0 ? queue : { ...queue, dueAt: now }
    case "hidden":
      // There may be no time to wait for the answer: the text under way is sent again, with the rest.
      return isEmpty(queue.unsaved)
        ? queue
        : { ...queue, unsaved: { ...queue.sent, ...queue.unsaved }, sent: undefined, dueAt: now }
    case "online":
      return isEmpty(queue.unsaved) ? queue : { ...queue, dueAt: now, failures: 0 }
    case "sending":
      return { ...queue, unsaved: {}, sent: queue.unsaved, dueAt: undefined }
    case "saved":
      return ended(queue, queue.unsaved, queue.dueAt ?? now)
    case "changed":
      return again(queue, queue.failures === 0 ? 0 : pauseAfter(queue.failures), now)
    case "refused": {
      const kept = Object.entries(queue.sent ?? {}).filter(
        ([field]) => event.pointers.length > 0 && !event.pointers.some((pointer) => concerns(pointer, field))
      )
      // If no field is to blame, none is sent again as it is.
      const left = kept.length === Object.keys(queue.sent ?? {}).length ? [] : kept
      return ended(queue, { ...Object.fromEntries(left), ...queue.unsaved }, now)
    }
    case "failed":
      return again(queue, event.seconds ?? pauseAfter(queue.failures), now)
    case "ended":
      return { ...again(queue, 0, now), dueAt: undefined }
    case "closed":
      return { ...emptyQueue, isHeld: queue.isHeld }
    case "held":
      return { ...queue, isHeld: true }
    case "released":
      return event.isSaved ? emptyQueue : { ...queue, isHeld: false, dueAt: now }
  }
}

/** When the next request is to be sent, if nothing happens before. */
export const nextSendAt = ({ dueAt, isHeld, sent, unsaved }: Queue): number | undefined =>
  isHeld || sent !== undefined || isEmpty(unsaved) ? undefined : dueAt

/** The queue's event for the outcome of a draft. */
export const eventOf = (outcome: Outcome<unknown>): QueueEvent => {
  switch (outcome.is) {
    case "answered":
      return { is: "saved" }
    case "changed":
      return { is: "changed" }
    case "invalid":
      return { is: "refused", pointers: outcome.errors.map(({ pointer }) => pointer.replace(/^#/, "")) }
    case "conflict":
      return { is: "closed" }
    case "ended":
      return { is: "ended" }
    case "tooFast":
      return { is: "failed", seconds: outcome.seconds }
    case "unreachable":
    case "failed":
      return { is: "failed" }
  }
}

/** The list that a field is in; it is kept and refused as a whole. */
const listOf = (pointer: string): string | undefined => /^(.*?)\/\d+(?:\/|$)/.exec(pointer)?.[1]

const concerns = (pointer: string, field: string): boolean =>
  pointer === field ||
  field.startsWith(`${pointer}/`) ||
  pointer.startsWith(`${field}/`) ||
  (listOf(field) !== undefined && listOf(field) === listOf(pointer))
