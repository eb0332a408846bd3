import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { WebhookOperations } from "./WebhookOperations.ts"

const product = Argument.String("product").pipe(
  Argument.withDescription("The id of the product whose webhooks go there")
)

const status = Command.make(
  "status",
  { product },
  Effect.fnUntraced(function* ({ product }) {
    const { deliveries, webhook } = yield* (yield* WebhookOperations).status(product)
    const { next_probe_at, paused_at, paused_because } = webhook
    yield* Console.log(webhook.enabled ? webhook.status : `${webhook.status}, switched off by the partner`)
    if (paused_at !== null) yield* Console.log(`paused since ${paused_at}: ${paused_because}`)
    if (next_probe_at !== null) yield* Console.log(`next probe ${next_probe_at}`)
    yield* Console.log(`last success ${webhook.last_success_at ?? "never"}`)
    if (webhook.failing_since !== null) yield* Console.log(`failing since ${webhook.failing_since}`)
    for (const { count, state } of deliveries) yield* Console.log(`${state} ${count}`)
    for (const { emailed_at, kind, noticed_at } of webhook.notices) {
      yield* Console.log(`notice ${noticed_at} ${kind}, ${emailed_at === null ? "not e-mailed" : "e-mailed"}`)
    }
  })
).pipe(Command.withDescription("Show the state of delivery to a webhook address"))

const pause = Command.make(
  "pause",
  { product },
  Effect.fnUntraced(function* ({ product }) {
    yield* (yield* WebhookOperations).pause(product)
    yield* Console.log("paused; events in the meantime are kept for 30 days")
  })
).pipe(Command.withDescription("Stop sending to a webhook address; its partner can't resume it"))

const resume = Command.make(
  "resume",
  { product },
  Effect.fnUntraced(function* ({ product }) {
    yield* (yield* WebhookOperations).resume(product)
    yield* Console.log("resumed; missed events are sent first")
  })
).pipe(
  Command.withDescription("Resume a webhook address, also if its partner can't; probe one that backs off")
)

/** `admin webhook`: the products' webhook addresses. */
export const webhookCommand = Command.make("webhook").pipe(
  Command.withDescription("Webhook addresses: state, pause, resume"),
  Command.withSubcommands([status, pause, resume])
)
