import { type Answer, type Arrival, startReceiver } from "@embedded-super/program/testing/receiver"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"

export type { Answer, Arrival }

/** A partner's receiver, which stops with the scope. */
export const receiver = (
  answer: (arrival: Arrival, nth: number) => Answer | Promise<Answer> = () => 204,
  options: { readonly latency?: () => number } = {}
) =>
  Effect.gen(function* () {
    const queue = yield* Queue.unbounded<Arrival>()
    const answerAndTell = (arrival: Arrival, nth: number) => {
      const promised = answer(arrival, nth)
      Queue.offerUnsafe(queue, arrival)
      return promised
    }
    const started = yield* Effect.acquireRelease(
      Effect.promise(() => startReceiver(answerAndTell, options)),
      ({ stop }) => Effect.promise(stop)
    )
    /** `next` waits for the next ones. */
    return { ...started, next: (count: number) => Queue.takeN(queue, count) }
  })
