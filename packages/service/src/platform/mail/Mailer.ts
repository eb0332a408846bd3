import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { Settings } from "../config/Settings.ts"
import { count } from "../metrics/counting.ts"

export interface Mail {
  /** Stable: identifies a mail that is sent twice. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** The mail server accepted no mail. `code` is the library's code for the reason; addresses aren't repeated. */
export class MailFailed extends Data.TaggedError("MailFailed")<{ readonly code: string }> {}

/** Milliseconds for each step of the exchange with the mail server. */
const PATIENCE = 10_000

/** Sends e-mail by `SMTP_URL`; none if that isn't set. */
export class Mailer extends Context.Service<
  Mailer,
  Option.Option<{ readonly send: (mail: Mail) => Effect.Effect<void, MailFailed> }>
>()("@embedded-super/service/platform/mail/Mailer") {
  static readonly layer = Layer.effect(
    Mailer,
    Effect.gen(function* () {
      const { baseUrl, mailFrom, smtpUrl } = yield* Settings
      if (Option.isNone(smtpUrl)) return Option.none()
      // Loaded only if it is used.
      const { createTransport } = yield* Effect.promise(() => import("nodemailer"))
      const transport = createTransport({
        url: Redacted.value(smtpUrl.value),
        connectionTimeout: PATIENCE,
        greetingTimeout: PATIENCE,
        socketTimeout: PATIENCE,
        disableFileAccess: true,
        disableUrlAccess: true
      })
      yield* Effect.addFinalizer(() => Effect.sync(() => transport.close()))
      const { hostname } = new URL(baseUrl)

      const send = Effect.fn("Mailer.send")(function* ({ id, subject, text, to }: Mail) {
        const messageId = `<${id}@${hostname}>`
        yield* Effect.tryPromise({
          try: () => transport.sendMail({ from: mailFrom, messageId, subject, text, to }),
          catch: (error) => new MailFailed({ code: (error as { code?: string }).code ?? "UNKNOWN" })
        }).pipe(
          Effect.tap(() => count("embedded_super_emails_total", { outcome: "sent" })),
          Effect.tapError(() => count("embedded_super_emails_total", { outcome: "failed" }))
        )
      })

      return Option.some({ send })
    })
  )
}
