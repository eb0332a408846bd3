import * as Effect from "effect/Effect"
import type { AddressInfo } from "node:net"
import { SMTPServer } from "smtp-server"

export interface ReceivedMail {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly raw: string
}

/** A real SMTP server on this machine: records the mails, and refuses recipients for which `refuses` returns true. */
export const mailServer = (refuses: (to: string) => boolean = () => false) =>
  Effect.gen(function* () {
    const mails: Array<ReceivedMail> = []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onRcptTo: ({ address }, _session, done) => done(refuses(address) ? new Error("No such mailbox") : null),
      onData: (stream, { envelope }, done) => {
        let raw = ""
        stream.on("data", (chunk: Buffer) => (raw += chunk.toString()))
        stream.on("end", () => {
          const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address
          // The sender breaks long lines (quoted-printable).
          const text = raw.replaceAll("=\r\n", "")
          mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw: text })
          done()
        })
      }
    })
    const port = yield* Effect.acquireRelease(
      Effect.callback<number>((resume) => {
        server.listen(0, "127.0.0.1", () =>
          resume(Effect.succeed((server.server.address() as AddressInfo).port))
        )
      }),
      () => Effect.callback<void>((resume) => server.close(() => resume(Effect.void)))
    )
    return { url: `smtp://127.0.0.1:${port}`, mails }
  })
