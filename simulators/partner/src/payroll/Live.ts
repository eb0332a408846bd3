/**
 * Tells the pages that are open that something changed. They fetch themselves again (`pages/browser/live.ts`): no data is
 * sent. It is this application's own convenience; an integration doesn't need it.
 *
 * Guide: partners/wattle-payroll
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as PubSub from "effect/PubSub"
import * as Stream from "effect/Stream"

export class Live extends Context.Service<
  Live,
  {
    readonly changed: Effect.Effect<void>
    /** The changes from now on. The first comes at once, for what changed since the page was made. */
    readonly changes: Stream.Stream<void>
  }
>()("@embedded-super/partner-simulator/Live") {
  static readonly layer = Layer.effect(
    Live,
    Effect.gen(function* () {
      // A page that is slow needs the last change only. Closing the hub ends the streams, so that the server can stop.
      const hub = yield* Effect.acquireRelease(PubSub.sliding<void>(1), PubSub.shutdown)
      return Live.of({
        changed: Effect.asVoid(PubSub.publish(hub, undefined)),
        changes: Stream.unwrap(
          Effect.map(PubSub.subscribe(hub), (subscription) =>
            Stream.concat(Stream.make(undefined), Stream.fromSubscription(subscription))
          )
        )
      })
    })
  )
}
