/**
 * The log of webhook deliveries, as partners read it: each delivery with its attempts (D-delivery-log).
 * `DeliveryLogRepo` has the statements and `presentDelivery` the view. `WebhookReplays` sends ended deliveries again
 * (D-replays). `Retention` deletes events, deliveries and attempts after 30 days.
 *
 * Why responses are sealed: a receiver may print anything into its response, also personal data.
 *
 * The traps: the status `failed` isn't in the table; a delivery that waits after a failed attempt is `pending` there,
 * and `DeliveryLogRepo` translates it. `Retention` keeps each entity's newest event, though partners no longer see it:
 * it records that no further webhook follows for a completed session (R-3-15).
 */

import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { SqlError } from "effect/sql/SqlError"
import { Vault } from "../../platform/crypto/Vault.ts"
import { deliveryLogRepo, type DeliverySelection } from "./DeliveryLogRepo.ts"
import { type DeliveryRow, presentDelivery } from "./presentDelivery.ts"

/** The maximum number of attempts that a delivery shows: the last ones. */
const ATTEMPTS_SHOWN = 100

/** The delivery log of a product's webhooks. */
export class WebhookDeliveries extends Context.Service<
  WebhookDeliveries,
  {
    /** Newest first, each with its attempts. `after` is the id of the last delivery seen; older ones follow. */
    readonly list: (
      selection: DeliverySelection,
      page: { readonly limit: number; readonly after?: string | undefined }
    ) => Effect.Effect<ReadonlyArray<S.WebhookDelivery>, SqlError>
    readonly find: (
      productId: string,
      id: string
    ) => Effect.Effect<Option.Option<S.WebhookDelivery>, SqlError>
  }
>()("@embedded-super/service/webhooks/WebhookDeliveries") {
  static readonly layer = Layer.effect(
    WebhookDeliveries,
    Effect.gen(function* () {
      const vault = yield* Vault
      const repo = yield* deliveryLogRepo

      const withAttempts = Effect.fnUntraced(function* (rows: ReadonlyArray<DeliveryRow>) {
        if (rows.length === 0) return []
        const attempts = Map.groupBy(
          yield* repo.attempts(
            rows.map(({ id }) => id),
            ATTEMPTS_SHOWN
          ),
          ({ delivery_id }) => delivery_id
        )
        return yield* Effect.forEach(rows, (row) => presentDelivery(vault, row, attempts.get(row.id) ?? []))
      })

      const list = Effect.fn("WebhookDeliveries.list")(function* (
        selection: DeliverySelection,
        { after, limit }: { readonly limit: number; readonly after?: string | undefined }
      ) {
        return yield* withAttempts(yield* repo.page(selection, after, limit))
      })

      const find = Effect.fn("WebhookDeliveries.find")(function* (productId: string, id: string) {
        const [delivery] = yield* withAttempts(yield* repo.find(productId, id))
        return Option.fromNullishOr(delivery)
      })

      return WebhookDeliveries.of({ list, find })
    })
  )
}
