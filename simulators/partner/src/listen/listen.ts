import type { CannotStart } from "@embedded-super/simulator-kit"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { makeEventSource } from "./EventSource.ts"
import { forward, type Receiver } from "./forward.ts"

export interface ListenOptions {
  readonly serviceUrl: string
  /** The product's key. */
  readonly key: Redacted.Redacted
  readonly receiver: Receiver
  /** Whether to begin with the oldest event, not with what happens from now on. */
  readonly isFromStart: boolean
  /** How long to wait before asking again when nothing is new. */
  readonly every: Duration.Input
  /** Told once, when the place to begin at is known. */
  readonly onListening: Effect.Effect<void>
}

/** Polls the events feed of a product, and passes each event on in order. It ends only by a refusal. */
export const listen = Effect.fn("listen")(function* (
  options: ListenOptions
): Effect.fn.Return<never, CannotStart> {
  const { pageAfter } = makeEventSource(options)
  let after: string | undefined
  if (!options.isFromStart) {
    let page = yield* pageAfter(undefined)
    while (page.events.length > 0) page = yield* pageAfter(page.next)
    after = page.next
  }
  yield* options.onListening
  while (true) {
    const { events, next } = yield* pageAfter(after)
    for (const event of events) yield* forward(event, options.receiver)
    after = next
    if (events.length === 0) yield* Effect.sleep(options.every)
  }
})
