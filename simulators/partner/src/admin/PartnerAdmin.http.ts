import { PartnerAdminGroup } from "@embedded-super/contracts/simulator-api"
import { strict } from "@embedded-super/http-manners"
import { EventLog, pageOf } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Inbox } from "../inbox/Inbox.ts"
import { Products } from "../products/Products.ts"

/** The part of the simulator API that only the partner simulator has. */
export const PartnerAdminApi = strict(HttpApi.make("simulator-api").add(PartnerAdminGroup))

/** Shows the inbox, and stores the products' keys and secrets. */
export const PartnerAdminHttp = HttpApiBuilder.group(
  PartnerAdminApi,
  "partner-admin",
  Effect.fnUntraced(function* (handlers) {
    const inbox = yield* Inbox
    const products = yield* Products
    const log = yield* EventLog

    return handlers.handleAll({
      listReceivedWebhooks: ({ query }) => pageOf(inbox.list, query, ({ received }) => received),
      configureProduct: Effect.fnUntraced(function* ({ params, payload }) {
        const data = products.configure(params.product_id, payload)
        yield* log.note({
          kind: "changed_by_hand",
          summary: `The product ${params.product_id} has a key and a webhook secret`,
          detail: { product_id: params.product_id, key_hint: data.key_hint }
        })
        return { data, version: "v1" as const }
      })
    })
  })
)
