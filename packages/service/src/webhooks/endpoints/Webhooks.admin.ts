import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { publishedAt } from "../../platform/outgoing/ServedDatabaseRepo.ts"
import { dead, due, hostOf, listAddresses, replay } from "./Overview.admin.ts"
import type { LastFailure } from "./EndpointViewsRepo.ts"
import { WebhookKeys } from "./WebhookKeys.ts"
import { WebhookOperations } from "./WebhookOperations.ts"
import { answer } from "../../platform/OperatorAnswer.ts"
import { toTimestamp } from "../../platform/time/timestamp.ts"

const product = Argument.String("product").pipe(
  Argument.withDescription("The id of the product whose webhooks go there")
)

const lastErrorLine = ({ delivery_id, event, failure, started_at, status }: LastFailure): string =>
  `last error ${toTimestamp(started_at)}: ${failure ?? `answered ${status}`}, ${event} ${delivery_id}`

const status = Command.make(
  "status",
  { product },
  Effect.fnUntraced(function* ({ product }) {
    const { deliveries, lastFailure, webhook: shown } = yield* (yield* WebhookOperations).status(product)
    const { url, ...webhook } = shown
    const { failing_since, next_probe_at, paused_at, paused_because } = webhook
    const host = hostOf(url)
    yield* answer({ host, ...webhook, deliveries, lastError: lastFailure }, () => [
      `address ${host}`,
      webhook.enabled ? webhook.status : `${webhook.status}: the partner has switched sending off`,
      ...(paused_at === null ? [] : [`paused since ${paused_at}: ${paused_because}`]),
      ...(next_probe_at === null ? [] : [`next probe ${next_probe_at}`]),
      `last success ${webhook.last_success_at ?? "never"}`,
      ...(failing_since === null ? [] : [`failing since ${failing_since}`]),
      ...(lastFailure === null ? [] : [lastErrorLine(lastFailure)]),
      ...deliveries.map(({ count, state }) => `${state} ${count}`),
      ...webhook.notices.map(
        ({ emailed_at, kind, noticed_at }) =>
          `notice ${noticed_at} ${kind}, ${emailed_at === null ? "not e-mailed" : "e-mailed"}`
      )
    ])
  })
).pipe(
  Command.withDescription(
    "Show the state of delivery to a webhook address, by its host, and its last error; `admin webhook list` has all"
  )
)

const pause = Command.make(
  "pause",
  { product },
  Effect.fnUntraced(function* ({ product }) {
    yield* (yield* WebhookOperations).pause(product)
    yield* answer({ product, status: "paused" }, () => "paused; events in the meantime are kept for 30 days")
  })
).pipe(Command.withDescription("Stop sending to a webhook address; its partner can't resume it"))

const resume = Command.make(
  "resume",
  { product },
  Effect.fnUntraced(function* ({ product }) {
    yield* (yield* WebhookOperations).resume(product)
    yield* answer({ product, status: "resumed" }, () => "resumed; missed events are sent first")
  })
).pipe(
  Command.withDescription("Resume a webhook address, also if its partner can't; probe one that backs off")
)

/** `admin webhook`: the products' webhook addresses. */
export const webhookCommand = Command.make("webhook").pipe(
  Command.withDescription(
    "Webhook addresses and webhooks: state, pause, resume, what is due or was given up"
  ),
  Command.withSubcommands([listAddresses, status, pause, resume, due, dead, replay])
)

const partner = Argument.String("partner").pipe(Argument.withDescription("The partner's slug"))

const show = Effect.fnUntraced(function* (key: { readonly kid: string; readonly public_key: string }) {
  const published = yield* publishedAt("/.well-known/webhook-keys")
  yield* answer({ kid: key.kid, publicKey: key.public_key, publishedAt: published }, () => [
    `key ${key.kid}: ${key.public_key}`,
    `published at ${published}`
  ])
})

const create = Command.make(
  "create",
  { partner },
  Effect.fnUntraced(function* ({ partner }) {
    yield* show(yield* (yield* WebhookKeys).create(partner))
  })
).pipe(Command.withDescription("Also sign a partner's webhooks with its own key (v1a)"))

const rotate = Command.make(
  "rotate",
  {
    partner,
    endOldNow: Flag.Boolean("end-old-now").pipe(
      Flag.withDescription("End the old key at once instead of after seven days; for a key that has leaked"),
      Flag.withDefault(false)
    )
  },
  Effect.fnUntraced(function* ({ endOldNow, partner }) {
    yield* show(yield* (yield* WebhookKeys).rotate(partner, { endOldNow }))
  })
).pipe(Command.withDescription("Replace a partner's key"))

const end = Command.make(
  "end",
  { partner },
  Effect.fnUntraced(function* ({ partner }) {
    yield* (yield* WebhookKeys).end(partner)
    yield* answer(
      { partner, kid: null },
      () => `the webhooks of ${partner} are signed only with their secrets`
    )
  })
).pipe(Command.withDescription("Sign a partner's webhooks only with their secrets"))

/** `admin partner webhook-key`: public keys for verifying a partner's webhooks. */
export const webhookKeyCommand = Command.make("webhook-key").pipe(
  Command.withDescription("Public keys to verify a partner's webhooks (v1a)"),
  Command.withSubcommands([create, rotate, end])
)
