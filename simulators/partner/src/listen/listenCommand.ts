import { CannotStart } from "@embedded-super/simulator-kit"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { randomBytes } from "node:crypto"
import { listen } from "./listen.ts"

const flags = {
  forwardTo: Flag.String("forward-to").pipe(
    Flag.withDescription("Address of your receiver: http://localhost:3000/webhooks")
  ),
  serviceUrl: Flag.String("service-url").pipe(
    Flag.withDescription("The service"),
    Flag.withDefault("http://localhost:4000")
  ),
  key: Flag.Redacted("key").pipe(
    Flag.withDescription("The product's key; or in EMBEDDED_SUPER_KEY, where no other user sees it"),
    Flag.withFallbackConfig(Config.Redacted("EMBEDDED_SUPER_KEY"))
  ),
  secret: Flag.Redacted("secret").pipe(
    Flag.withDescription("The webhook secret to sign with; left out, a new one is made and printed"),
    Flag.optional
  ),
  fromStart: Flag.Boolean("from-start").pipe(
    Flag.withDescription("Pass on all that ever happened, not only what happens from now on"),
    Flag.withDefault(false)
  ),
  every: Flag.Int("every").pipe(
    Flag.withDescription("Milliseconds to wait before asking again when nothing is new"),
    Flag.withDefault(1000)
  )
}

const checkedUrl = (flag: string, text: string) =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
    ? Effect.succeed(text)
    : Effect.fail(new CannotStart({ sentence: `--${flag} ${text} is no http address.` }))

const checkedSecret = (given: Option.Option<Redacted.Redacted>) => {
  const secret = Option.getOrElse(given, () => Redacted.make(`whsec_${randomBytes(32).toString("base64")}`))
  return /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(Redacted.value(secret))
    ? Effect.succeed(secret)
    : Effect.fail(new CannotStart({ sentence: "--secret is no webhook secret: whsec_ and base64." }))
}

/** Passes a product's webhooks on to a receiver that the service can't reach, so that nobody needs a tunnel. */
export const listenCommand = Command.make(
  "listen",
  flags,
  Effect.fnUntraced(function* ({ every, forwardTo, fromStart, key, secret, serviceUrl }) {
    const url = yield* checkedUrl("forward-to", forwardTo)
    const signedWith = yield* checkedSecret(secret)
    yield* listen({
      serviceUrl: yield* checkedUrl("service-url", serviceUrl),
      key,
      receiver: { url, secret: signedWith },
      isFromStart: fromStart,
      every,
      onListening: Console.log(
        [
          `Passing the webhooks of ${serviceUrl} on to ${url}`,
          ...(Option.isNone(secret) ? [`  signed with  ${Redacted.value(signedWith)}`] : []),
          "  stop         Ctrl-C"
        ].join("\n")
      )
    })
  })
).pipe(Command.withDescription("Pass the webhooks of a product on to your own receiver on this machine"))
