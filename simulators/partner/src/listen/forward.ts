import { signWebhook } from "@embedded-super/partner-sdk"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import type { FeedEvent } from "./EventSource.ts"

export interface Receiver {
  readonly url: string
  readonly secret: Redacted.Redacted
}

/** The receiver's time limit, and the number of retries if it doesn't answer 2xx. */
const timeout = Duration.seconds(10)
const retries = 4
const backOff = Schedule.exponential("500 millis")

const send = Effect.fnUntraced(function* ({ payload, webhook_id }: FeedEvent, receiver: Receiver) {
  const at = yield* Clock.currentTimeMillis
  const body = JSON.stringify(payload)
  const answered = yield* Effect.tryPromise({
    try: async (signal) => {
      const signed = await signWebhook({ id: webhook_id, at, body }, Redacted.value(receiver.secret))
      const headers = {
        ...signed,
        "content-type": "application/json",
        "user-agent": "EmbeddedSuper-Webhooks/1"
      }
      const response = await fetch(receiver.url, {
        method: "POST",
        headers,
        body,
        redirect: "manual",
        signal
      })
      await response.body?.cancel()
      return response.status
    },
    catch: () => "no answer" as const
  }).pipe(
    Effect.timeoutOrElse({ duration: timeout, orElse: () => Effect.fail("no answer" as const) }),
    Effect.result
  )
  const outcome = answered._tag === "Success" ? answered.success : answered.failure
  const now = DateTime.formatIso(yield* DateTime.now).slice(11, 19)
  const took = (yield* Clock.currentTimeMillis) - at
  yield* Console.log(`${now}  ${outcome}  ${payload.event}  ${payload.subject} ${payload.id}  (${took} ms)`)
  return typeof outcome === "number" && outcome >= 200 && outcome < 300
})

/** Sends an event to a local address, signed as by the service; retries if the answer isn't 2xx, then gives up. */
export const forward = (event: FeedEvent, receiver: Receiver): Effect.Effect<void> =>
  Effect.filterOrFail(
    send(event, receiver),
    (isTaken) => isTaken,
    () => "not taken" as const
  ).pipe(
    Effect.retry({ schedule: backOff, times: retries }),
    Effect.catch(() =>
      Console.error(
        `${receiver.url} didn't accept ${event.webhook_id} in ${retries + 1} attempts; the next event follows.`
      )
    ),
    Effect.asVoid
  )
