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
import { withinDeadline } from "@embedded-super/http-manners"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError } from "effect/sql/SqlError"
import { FundCredentials } from "../funds/FundCredentials.ts"
import { databaseDefects } from "../platform/database/operation.ts"
import { isReadOnly } from "../platform/database/checkServer.ts"
import { Draining } from "../platform/http-server/NodeServer.ts"
import { Outgoing } from "../platform/outgoing/Outgoing.ts"
import { clockOffset } from "../platform/time/clockAlarm.ts"
import { WebhookKeys } from "../webhooks/endpoints/WebhookKeys.ts"

const unavailable = (detail: string) =>
  new ServiceUnavailable({ code: "service_unavailable", detail, retry_after: 5 })

const silent = unavailable("The database does not answer.")
const readOnly = unavailable("The database takes no changes.")
const stopping = unavailable("This process is stopping. Send requests to another.")

/**
 * Ready: the database answers within two seconds and accepts changes (it was migrated before the port opened). The answer
 * includes the difference between its clock and this machine's. A service that sends nothing is also ready, and returns `held`.
 */
export const ServiceHttp = HttpApiBuilder.group(
  PartnerApi,
  "service",
  Effect.fnUntraced(function* (handlers) {
    const sql = yield* SqlClient.SqlClient
    const isDraining = yield* Draining
    const keys = yield* WebhookKeys
    const credentials = yield* FundCredentials
    const { hold } = yield* Outgoing
    const asked = Effect.gen(function* () {
      const clock_offset_ms = yield* clockOffset
      if (yield* isReadOnly) return yield* readOnly
      const status = (yield* hold) === undefined ? ("ready" as const) : ("held" as const)
      return { status, clock_offset_ms }
    }).pipe(
      Effect.provideService(SqlClient.SqlClient, sql),
      Effect.catchIf(isSqlError, () => Effect.fail(silent))
    )
    const answered = withinDeadline(asked, Duration.seconds(2), Effect.fail(silent))
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
