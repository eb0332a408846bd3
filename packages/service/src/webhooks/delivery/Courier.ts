import { webhookHeaderNames } from "@embedded-super/contracts/webhooks"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import type { KeyObject } from "node:crypto"
import { performance } from "node:perf_hooks"
import { Settings } from "../../platform/config/Settings.ts"
import { Vault } from "../../platform/crypto/Vault.ts"
import { FaultPoint, noFault } from "../../platform/jobs/FaultPoint.ts"
import { judge, type Verdict } from "./answerRules.ts"
import { checkedAgent } from "../../platform/egress/checkedAgent.ts"
import type { Attempt, DueDelivery } from "./DeliveryLedger.ts"
import { DeliverySettings } from "./deliverySettings.ts"
import { egressPolicy } from "../endpoints/egressPolicy.ts"
import { eventId } from "../events/eventId.ts"
import { exchange, type ExchangeResult } from "../../platform/egress/exchange.ts"
import { retryDelay } from "./retrySchedule.ts"
import { signatures } from "../endpoints/signing.ts"

/** Where an endpoint's deliveries go, ready to be used. */
export interface Destination {
  readonly productId: string
  /** The whole address, and its two parts as a request wants them. */
  readonly url: string
  readonly origin: string
  readonly path: string
  readonly keys: ReadonlyArray<KeyObject>
  /** The database's clock minus this machine's, in milliseconds. */
  readonly clockOffset: number
}

/** An attempt that was made, before it is written down: `startedAt` is on the monotonic clock of `performance`. */
export type MadeAttempt = Omit<Attempt, "ago"> & { readonly startedAt: number }

const USER_AGENT = "EmbeddedSuper-Webhooks/1"

/** A 2xx counts once the exchange has ended: an answer that breaks off or never ends is a failure. */
const verdictOf = (result: ExchangeResult, now: number): Verdict => {
  const verdict = judge(result, now)
  return verdict.kind === "delivered" && result.failure !== null ? { kind: "failed", hold: null } : verdict
}

/** Makes attempts: signs a delivery, sends it, and says what came of it. */
export class Courier extends Context.Service<
  Courier,
  { readonly attempt: (delivery: DueDelivery, to: Destination) => Effect.Effect<MadeAttempt> }
>()("@embedded-super/service/webhooks/Courier") {
  static readonly layer = Layer.effect(
    Courier,
    Effect.gen(function* () {
      const { limits } = yield* DeliverySettings
      const { allowLoopback } = egressPolicy(yield* Settings)
      const vault = yield* Vault
      const faultPoint = yield* FaultPoint
      const context = yield* Effect.context<never>()
      const agent = yield* Effect.acquireRelease(
        Effect.sync(() => checkedAgent({ allowLoopback, connectTimeout: limits.connect })),
        (agent) => Effect.promise(() => agent.destroy())
      )
      const atMoment = (moment: "connected" | "sent" | "answered") =>
        void Effect.runForkWith(context)(faultPoint(moment))
      const watched = faultPoint === noFault ? undefined : atMoment

      const attempt = Effect.fnUntraced(function* (delivery: DueDelivery, to: Destination) {
        const startedAt = performance.now()
        const sentAt = (yield* Clock.currentTimeMillis) + to.clockOffset
        const id = eventId(sentAt * 1000)
        const timestamp = Math.floor(sentAt / 1000)
        const webhookId = `msg_${delivery.id}`
        const body = Buffer.from(delivery.body)
        const headers = [
          [webhookHeaderNames.contentType, "application/json"],
          [webhookHeaderNames.userAgent, USER_AGENT],
          [webhookHeaderNames.webhookId, webhookId],
          [webhookHeaderNames.webhookTimestamp, String(timestamp)],
          [webhookHeaderNames.webhookSignature, signatures(to.keys, { id: webhookId, timestamp, body })]
        ].flat()
        const result = yield* exchange(
          agent,
          { origin: to.origin, path: to.path, headers, body },
          limits,
          watched
        )
        const took = Math.round(performance.now() - startedAt)
        const cell = { table: "webhook_attempts", column: "answer", tenant: to.productId, row: id }
        return {
          id,
          delivery,
          url: to.url,
          verdict: verdictOf(result, sentAt + took),
          status: result.status,
          failure: result.failure,
          answer: result.answer === null ? null : yield* vault.seal(cell, result.answer.toString()),
          startedAt,
          took,
          retryIn: retryDelay(delivery.attempts + 1, yield* Random.next)
        }
      })

      return Courier.of({ attempt })
    })
  )
}
