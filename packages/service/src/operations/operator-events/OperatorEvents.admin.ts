/**
 * `admin operator-events`: the address of the operator's events, and its signing secret. It is an address as a partner's:
 * `admin webhook` shows it, pauses and resumes it, and sends its events again, by the id that stands for the operator.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import type { ActionName } from "@embedded-super/pages/kinds/operators"
import { audit, operator } from "../../platform/audit/audit.ts"
import type { Change } from "../../platform/audit/changeOf.ts"
import { answer } from "../../platform/OperatorAnswer.ts"
import { OperatorError } from "../../platform/OperatorError.ts"
import { endpointChange, webhookUrlAdvice } from "../../webhooks/endpoints/endpointChange.ts"
import type { InvalidWebhookUrl } from "../../webhooks/endpoints/endpointUrl.ts"
import { type WebhookEndpoint, WebhookEndpoints } from "../../webhooks/endpoints/WebhookEndpoints.ts"
import { OPERATOR } from "../../webhooks/events/operatorBody.ts"

const refusedUrl = ({ reason }: InvalidWebhookUrl) =>
  new OperatorError({ problem: "Events can't be sent to this address.", remedy: webhookUrlAdvice[reason] })

const noAddress = new OperatorError({
  problem: "No address for operator events is set.",
  remedy: "Set one with `admin operator-events set URL`."
})

const record = Effect.fnUntraced(function* (action: ActionName, { id }: WebhookEndpoint, change?: Change) {
  yield* audit({
    actor: yield* operator,
    action,
    entity: { kind: "webhook_endpoint", id },
    detail: { operator_events: true },
    ...(change === undefined ? {} : { change })
  })
})

const current = Effect.flatMap(WebhookEndpoints, ({ find }) =>
  Effect.map(find(OPERATOR), Option.getOrUndefined)
)

const change = Effect.fnUntraced(function* (url: string, enabled: boolean) {
  const before = yield* current
  const { endpoint, secret } = yield* (yield* WebhookEndpoints)
    .set({ productId: OPERATOR, url, enabled })
    .pipe(Effect.catchTag("InvalidWebhookUrl", refusedUrl))
  yield* record("webhook_endpoint.set", endpoint, endpointChange(before, endpoint))
  return {
    id: OPERATOR,
    url: endpoint.url,
    enabled,
    secret: Option.getOrNull(Option.map(secret, Redacted.value))
  }
})

const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(effect))

const set = Command.make(
  "set",
  { url: Argument.String("url").pipe(Argument.withDescription("Where events are sent, over https")) },
  Effect.fnUntraced(function* ({ url }) {
    yield* answer(yield* inTransaction(change(url, true)), ({ secret, url }) => [
      `events are sent to ${url}`,
      ...(secret === null
        ? ["signed with the secret that you have"]
        : [`secret, shown only once: ${secret}`]),
      `\`admin webhook status ${OPERATOR}\` shows how they arrive`
    ])
  })
).pipe(
  Command.withDescription(
    "Send the service's own troubles to an address; the first time, show its signing secret once"
  )
)

const off = Command.make(
  "off",
  {},
  Effect.fnUntraced(function* () {
    const switchOff = Effect.flatMap(current, (endpoint) =>
      endpoint === undefined ? noAddress : change(endpoint.url, false)
    )
    yield* answer(yield* inTransaction(switchOff), ({ url }) => `no more events are sent to ${url}`)
  })
).pipe(Command.withDescription("Send no more events; the address and its secret stay"))

const rotateSecret = Command.make(
  "rotate-secret",
  {},
  Effect.fnUntraced(function* () {
    const rotate = Effect.gen(function* () {
      const endpoint = (yield* current) ?? (yield* noAddress)
      const secret = yield* (yield* WebhookEndpoints).rotateSecret(OPERATOR)
      yield* record("webhook_secret.rotate", endpoint)
      return { id: OPERATOR, secret: Option.getOrNull(Option.map(secret, Redacted.value)) }
    })
    yield* answer(yield* inTransaction(rotate), ({ secret }) => [
      `secret, shown only once: ${secret}`,
      "the one before signs beside it for 24 hours"
    ])
  })
).pipe(
  Command.withDescription(
    "Make a new signing secret, and show it once; the one before signs for another 24 hours"
  )
)

/** `admin operator-events`. */
export const operatorEventsCommand = Command.make("operator-events").pipe(
  Command.withDescription("Signed webhooks to you when a trouble of the service starts and when it is over"),
  Command.withSubcommands([set, off, rotateSecret])
)
