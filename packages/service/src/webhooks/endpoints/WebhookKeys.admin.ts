import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { publishedAt } from "../../platform/address/ServiceAddressRepo.ts"
import { WebhookKeys } from "./WebhookKeys.ts"

const partner = Argument.String("partner").pipe(Argument.withDescription("The partner's slug"))

const tell = Effect.fnUntraced(function* (key: { readonly kid: string; readonly public_key: string }) {
  yield* Console.log(`key ${key.kid}: ${key.public_key}`)
  yield* Console.log(`published at ${yield* publishedAt("/.well-known/webhook-keys")}`)
})

const create = Command.make(
  "create",
  { partner },
  Effect.fnUntraced(function* ({ partner }) {
    yield* tell(yield* (yield* WebhookKeys).create(partner))
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
    yield* tell(yield* (yield* WebhookKeys).rotate(partner, { endOldNow }))
  })
).pipe(Command.withDescription("Replace a partner's key"))

const end = Command.make(
  "end",
  { partner },
  Effect.fnUntraced(function* ({ partner }) {
    yield* (yield* WebhookKeys).end(partner)
    yield* Console.log(`the webhooks of ${partner} are signed only with their secrets`)
  })
).pipe(Command.withDescription("Sign a partner's webhooks only with their secrets"))

/** `admin partner webhook-key`: public keys for verifying a partner's webhooks. */
export const webhookKeyCommand = Command.make("webhook-key").pipe(
  Command.withDescription("Public keys to verify a partner's webhooks (v1a)"),
  Command.withSubcommands([create, rotate, end])
)
