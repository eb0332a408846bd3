/**
 * The service about itself: two health checks, and two sets of public keys. `getLiveness` reports that the process
 * runs, `getReadiness` whether it can work. `getWebhookKeys` has the keys that verify webhooks (D-webhook-signatures),
 * `getJwks` those that verify the tokens sent to funds (D-fund-tokens).
 *
 * Why two checks: an orchestrator restarts a process that isn't live, but only sends no requests to one that isn't
 * ready (D-health-checks). A stopping process is live and not ready (D-request-deadlines).
 *
 * The trap: liveness must not use the database, or a database outage restarts every process. Check a new dependency in
 * readiness. None of these operations takes an API key, so everything that they return is public.
 */

import { PartnerApi } from "@embedded-super/contracts/partner-api"
import { ServiceUnavailable } from "@embedded-super/contracts/problems"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { FundCredentials } from "../funds/FundCredentials.ts"
import { databaseDefects } from "../platform/database/operation.ts"
import { Draining } from "../platform/http-server/NodeServer.ts"
import { databaseReadiness } from "../platform/operations/databaseReadiness.ts"
import { WebhookKeys } from "../webhooks/endpoints/WebhookKeys.ts"

const unavailable = (detail: string) =>
  new ServiceUnavailable({ code: "service_unavailable", detail, retry_after: 5 })

const stopping = unavailable("This process is stopping. Send requests to another.")

/** A service that sends nothing is also ready, and returns `held`. */
export const ServiceHttp = HttpApiBuilder.group(
  PartnerApi,
  "service",
  Effect.fnUntraced(function* (handlers) {
    const isDraining = yield* Draining
    const keys = yield* WebhookKeys
    const credentials = yield* FundCredentials
    const answered = (yield* databaseReadiness).pipe(
      Effect.map(({ clockOffsetMillis, hold }) => ({
        status: hold === undefined ? ("ready" as const) : ("held" as const),
        clock_offset_ms: clockOffsetMillis
      })),
      Effect.mapError(({ words }) => unavailable(words))
    )
    const readiness = Effect.suspend(() => (isDraining() ? Effect.fail(stopping) : answered))
    return handlers.handleAll({
      getLiveness: () => Effect.succeed({ status: "live" as const }),
      getReadiness: () => readiness,
      getWebhookKeys: ({ query }) =>
        keys.published(query.partner_id).pipe(
          Effect.map((published) => ({ keys: published })),
          databaseDefects
        ),
      getJwks: () =>
        credentials.published.pipe(
          Effect.map((published) => ({ keys: published })),
          databaseDefects
        )
    })
  })
)
