import { CannotStart, DataFolder } from "@embedded-super/simulator-kit"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { randomBytes } from "node:crypto"
import { listen, openPlace } from "./listen.ts"
import { sourceOf } from "./EventSource.ts"

const DEMO_FILE = ".data/demo.json"

const chosen = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false))

const flags = {
  to: Flag.String("to").pipe(
    Flag.withDescription("Address of your receiver: http://localhost:3000/webhooks")
  ),
  key: Flag.Redacted("key").pipe(
    Flag.withDescription(
      `The product's key; better in EMBEDDED_SUPER_KEY, which other users can't see; by default, the one in ${DEMO_FILE}`
    ),
    Flag.withFallbackConfig(Config.Redacted("EMBEDDED_SUPER_KEY")),
    Flag.optional
  ),
  serviceUrl: Flag.String("service-url").pipe(
    Flag.withDescription("The service's address; or in EMBEDDED_SUPER_URL; by default, the demo's"),
    Flag.withFallbackConfig(Config.String("EMBEDDED_SUPER_URL")),
    Flag.optional
  ),
  secret: Flag.Redacted("secret").pipe(
    Flag.withDescription(
      "The webhook secret to sign with; by default, the demo's, or a new one that is printed"
    ),
    Flag.optional
  ),
  fromStart: chosen("from-start", "Pass on all events from the beginning"),
  fromNow: chosen("from-now", "Pass on only events from now on, not those since the last run"),
  every: Flag.Int("every").pipe(
    Flag.withDescription("Milliseconds between polls when there are no new events"),
    Flag.withDefault(1000)
  ),
  dataDir: Flag.String("data-dir").pipe(
    Flag.withDescription("Folder to keep the position in the feed in"),
    Flag.withDefault(".data/listen")
  )
}

const checkedUrl = (flag: string, text: string) =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
    ? Effect.succeed(text)
    : Effect.fail(new CannotStart({ sentence: `--${flag} ${text} isn't an http address.` }))

const checkedSecret = (secret: Redacted.Redacted) =>
  /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(Redacted.value(secret))
    ? Effect.succeed(secret)
    : Effect.fail(
        new CannotStart({ sentence: "--secret isn't a webhook secret: whsec_ followed by base64." })
      )

const newSecret = Effect.sync(() => Redacted.make(`whsec_${randomBytes(32).toString("base64")}`))

/** One folder per key, named by the non-secret part of the key: product_sandbox_8fK2mQ4z. */
const folderOf = (dataDir: string, key: Redacted.Redacted) => {
  const hint = Redacted.value(key).split("_").slice(0, 3).join("_")
  return `${dataDir}/${hint.replaceAll(/\W/g, "").slice(0, 60)}`
}

/** The signing secret, and the sentence that describes its origin. */
const signingSecret = Effect.fnUntraced(function* (
  given: Option.Option<Redacted.Redacted>,
  product: { readonly name: string; readonly webhook_secret: string } | undefined
) {
  if (Option.isSome(given)) return { secret: yield* checkedSecret(given.value), origin: undefined }
  if (product !== undefined) {
    return {
      secret: Redacted.make(product.webhook_secret),
      origin: `the secret of ${product.name}, in ${DEMO_FILE}`
    }
  }
  const secret = yield* newSecret
  return { secret, origin: Redacted.value(secret) }
})

/** Forwards a product's webhooks to a receiver that the service can't reach, so that no tunnel is needed. */
export const listenCommand = Command.make(
  "listen",
  flags,
  Effect.fnUntraced(function* ({ dataDir, every, fromNow, fromStart, to, ...given }) {
    const url = yield* checkedUrl("to", to)
    const source = yield* sourceOf(DEMO_FILE, given)
    const { key, product } = source
    const serviceUrl = yield* checkedUrl("service-url", source.serviceUrl)
    const { origin, secret } = yield* signingSecret(given.secret, product)
    const passing = Effect.gen(function* () {
      const place = yield* openPlace
      const resumes = place.position() !== undefined && !fromStart && !fromNow
      const lines = [
        `Passing the webhooks of ${serviceUrl} on to ${url}${resumes ? ", from where it stopped" : ""}`,
        ...(origin === undefined ? [] : [`  signed with  ${origin}`]),
        "  stop         Ctrl-C"
      ]
      return yield* listen({
        serviceUrl,
        key,
        receiver: { url, secret },
        place,
        beginning: fromStart ? "from_start" : fromNow ? "from_now" : "where_it_stopped",
        every,
        onListening: Console.log(lines.join("\n"))
      })
    })
    return yield* Effect.provide(passing, DataFolder.layer(folderOf(dataDir, key)))
  })
).pipe(Command.withDescription("Pass the webhooks of a product on to your own receiver on this machine"))
