import * as Effect from "effect/Effect"
import type { Channel, Client } from "ssh2"

/** The messages of a channel that `ssh2` sends only itself (untyped); `id` is the server's number of it. */
interface Protocol {
  readonly session: (own: number, window: number, packet: number) => void
  readonly subsystem: (id: number, name: string, wantsReply: boolean) => void
  readonly channelData: (id: number, data: Buffer) => void
  readonly channelEOF: (id: number) => void
  readonly channelClose: (id: number) => void
}

interface Inside {
  readonly _protocol: Protocol
  readonly _chanMgr: { readonly add: (opened: (error: unknown, channel: Channel) => void) => number }
}

export const protocolOf = (client: Client): Protocol => (client as unknown as Inside)._protocol

/** The server's number of a channel. */
export const idOf = (channel: unknown): number =>
  (Reflect.get(channel as object, "outgoing") as { readonly id: number }).id

/** Opens a session in which nothing runs yet; `window` is the answers' bytes that the server may send. Fails if refused. */
export const aBareSession = (client: Client, window = 1024 * 1024) =>
  Effect.callback<Channel, "refused">((resume) => {
    const { _chanMgr, _protocol } = client as unknown as Inside
    const opened = (error: unknown, channel: Channel) =>
      resume(error ? Effect.fail("refused") : Effect.succeed(channel))
    _protocol.session(_chanMgr.add(Object.assign(opened, { type: "session" })), window, 32 * 1024)
  })
