import { Conflict, NotFound, RateLimited } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { audit, caller } from "../../platform/audit/audit.ts"
import { transactions } from "../../platform/database/operation.ts"
import { newId } from "../../platform/ids/newId.ts"
import { things } from "../../platform/timeline/things.ts"
import { Timeline } from "../../platform/timeline/Timeline.ts"
import { toTimestampOrNull } from "../../platform/time/timestamp.ts"
import { Redelivery, type Refusal } from "../delivery/RedeliveryRepo.ts"
import { type DeliverySelection, replaysRepo } from "./DeliveryLogRepo.ts"

/** Limits on the deliveries that a product may send again. */
export interface ReplayRules {
  /** Deliveries that one request sends again at most; the response contains the start of the rest. */
  readonly perRequest: number
  /** Deliveries within `window`, over all requests. */
  readonly quota: number
  readonly window: Duration.Duration
}

export const ReplayRules = Context.Reference<ReplayRules>("@embedded-super/service/webhooks/ReplayRules", {
  defaultValue: () => ({ perRequest: 10_000, quota: 50_000, window: Duration.hours(24) })
})

/** Of thousands of deliveries, the attempts of this many name the replay as their cause in the time line. */
const MOST_NOTED = 100

/** Sends a product's webhooks again at its partner's request. */
export class WebhookReplays extends Context.Service<
  WebhookReplays,
  {
    /** Sends one delivery again. */
    readonly one: (
      productId: S.ProductId,
      id: S.WebhookDeliveryId
    ) => Effect.Effect<void, Conflict | NotFound | RateLimited>
    /**
     * Sends the ended deliveries of a selection again, the oldest first. Of several changes of one entity only the
     * newest is sent; a change that a later delivery has already made known is skipped.
     */
    readonly many: (
      selection: DeliverySelection & { readonly productId: S.ProductId }
    ) => Effect.Effect<S.WebhookReplay, Conflict | RateLimited>
  }
>()("@embedded-super/service/webhooks/WebhookReplays") {
  static readonly layer = Layer.effect(
    WebhookReplays,
    Effect.gen(function* () {
      const repo = yield* replaysRepo
      const transaction = yield* transactions
      const redelivery = yield* Redelivery
      const timeline = yield* Timeline
      const { perRequest, quota, window } = yield* ReplayRules

      /**
       * The number of deliveries that the product may still send again now. The second of two concurrent requests waits
       * here.
       */
      const allowance = Effect.fnUntraced(function* (productId: S.ProductId) {
        if (!(yield* repo.lockEnabled(productId))) return yield* notConfigured
        const { retryIn, used } = yield* repo.used(productId, window)
        const left = quota - used
        return left > 0 ? left : yield* quotaUsedUp(quota, retryIn ?? 1)
      })

      const record = Effect.fnUntraced(function* (
        productId: S.ProductId,
        ids: ReadonlyArray<string>,
        selection: object
      ) {
        const id = yield* newId
        yield* repo.insert(id, productId, ids.length, selection)
        yield* audit({
          actor: yield* caller,
          action: "webhook_delivery.replay",
          productId,
          entity: { kind: "webhook_replay", id },
          detail: { deliveries: ids.length }
        })
        const events = ids.slice(0, MOST_NOTED).map((id) => ({ kind: "event", id }))
        yield* timeline.note({
          kind: "webhooks_replayed",
          detail: { count: ids.length },
          about: [...things({ product: productId }), ...events.slice(0, 10)],
          makes: events
        })
      })

      return WebhookReplays.of({
        one: transaction("WebhookReplays.one")(function* (productId, id) {
          const delivery = yield* repo.find(productId, id)
          if (delivery === undefined) return yield* noSuchDelivery
          yield* allowance(productId)
          if (!delivery.wanted) return yield* issuesAreOff
          if (delivery.superseded_by !== null) return yield* superseded(delivery.superseded_by)
          yield* redelivery
            .rearmOne(id)
            .pipe(Effect.catchTag("NotReplayable", ({ reason }) => Effect.fail(notReplayable(reason))))
          yield* record(productId, [id], { id })
        }),

        many: transaction("WebhookReplays.many")(function* (selection) {
          const { productId, ...rest } = selection
          const most = Math.min(yield* allowance(productId), perRequest)
          const rows = yield* repo.replayable(selection, most + 1)
          const { armed } = yield* redelivery.rearm(rows.slice(0, most).map(({ id }) => id))
          if (armed.length > 0) yield* record(productId, armed, rest)
          const next_from = toTimestampOrNull(rows[most]?.inserted_at ?? null)
          return { deliveries_count: armed.length, next_from }
        })
      })
    })
  )
}

export const noSuchDelivery = new NotFound({
  code: "not_found",
  detail: "The product has no webhook delivery with this id."
})

const notConfigured = new Conflict({
  code: "webhook_not_configured",
  detail:
    "The product has no webhook address, or sending to it is switched off. Set one with the partner key first."
})

const conflict = (detail: string) => new Conflict({ code: "delivery_not_replayable", detail })

const issuesAreOff = conflict("Webhooks about employer issues are off for this partner account.")

const superseded = (by: string) =>
  conflict(`It was superseded by msg_${by}, which says the same and more. Replay msg_${by} instead.`)

const refusals: Readonly<Record<Refusal, string>> = {
  on_its_way:
    "It is not final yet: it waits in the queue, for its next attempt, or for a paused address to be resumed. " +
    "POST /api/v1/products/{id}/webhook/resume, with the partner key, retries waiting webhooks at once.",
  entity_is_done:
    "The session's last webhook was recorded since, and nothing else is sent after it. Replay the last one.",
  newer_is_sent: "A newer change of the same entity waits to be sent, and says all that this one says."
}

const notReplayable = (reason: Refusal) => conflict(refusals[reason])

const quotaUsedUp = (quota: number, retryIn: number) => {
  const wait = Math.max(1, Math.ceil(retryIn))
  return new RateLimited({
    code: "replay_quota_exceeded",
    detail:
      `The product has replayed ${quota.toLocaleString("en")} deliveries within 24 hours. ` +
      `Try again in ${wait} ${wait === 1 ? "second" : "seconds"}.`,
    retry_after: wait
  })
}
