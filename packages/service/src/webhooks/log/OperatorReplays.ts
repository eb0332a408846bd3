/**
 * Webhooks that were given up, for operators: sends them again, as a partner's own replay does and within the same limits
 * (`WebhookReplays`), for products of all partners.
 */
import type { Conflict, NotFound, RateLimited } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { audit, operator } from "../../platform/audit/audit.ts"
import { transactions } from "../../platform/database/operation.ts"
import { isUuid } from "../../platform/ids/newId.ts"
import { OperatorError } from "../../platform/OperatorError.ts"
import { endpointsOverviewRepo } from "../endpoints/EndpointsOverviewRepo.ts"
import { WebhookReplays } from "./WebhookReplays.ts"

/** The prefix of a delivery's id in the partner API and in the header `webhook-id`. */
const PREFIX = "msg_"

const uuidOf = (id: string): string => (id.startsWith(PREFIX) ? id.slice(PREFIX.length) : id)

const unknown = (id: string) =>
  new OperatorError({
    problem: `There is no webhook delivery with the id ${id}.`,
    remedy: "See `admin webhook dead`. Deliveries are kept for 30 days."
  })

const refused = (what: string) => (problem: Conflict | NotFound | RateLimited) =>
  new OperatorError({
    problem: `${what} isn't sent again: ${problem.detail}`,
    remedy: "Nothing of it was changed. See `admin webhook list` and `admin webhook dead`."
  })

export const operatorReplays = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const transaction = yield* transactions
  const replays = yield* WebhookReplays
  const { productOf } = yield* endpointsOverviewRepo

  const record = Effect.fnUntraced(
    function* (productId: S.ProductId, count: number) {
      yield* audit({
        actor: yield* operator,
        action: "webhook_delivery.replay",
        productId,
        entity: { kind: "product", id: productId },
        detail: { count }
      })
    },
    Effect.provideService(SqlClient.SqlClient, sql)
  )

  return {
    /** Sends one delivery again, whatever became of it. */
    one: transaction("OperatorReplays.one")(function* (given: string) {
      const id = uuidOf(given)
      const productId = isUuid(id) ? yield* productOf(id) : undefined
      if (productId === undefined) return yield* unknown(given)
      yield* replays.one(productId, id as S.WebhookDeliveryId).pipe(Effect.mapError(refused(given)))
      yield* record(productId, 1)
      return { id, productId }
    }),

    /** Sends the dead deliveries of a product again that were generated at this time or later, the oldest first. */
    dead: transaction("OperatorReplays.dead")(function* (product: string, from: Date | undefined) {
      const productId = product as S.ProductId
      const sent = yield* replays
        .many({ productId, status: "dead", from })
        .pipe(Effect.mapError(refused(`What product ${product} missed`)))
      if (sent.deliveries_count > 0) yield* record(productId, sent.deliveries_count)
      return sent
    })
  }
})
