import * as Effect from "effect/Effect"
import { setTimeout as sleep } from "node:timers/promises"
import ssh2, { type Channel, type Client, type ConnectConfig } from "ssh2"

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

const CHANNELS = 2000

const packet = (type: number, id: number, ...parts: ReadonlyArray<Buffer | string | number>) => {
  const uint32 = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return bytes
  }
  const sized = (bytes: Buffer) => Buffer.concat([uint32(bytes.length), bytes])
  const encoded = parts.map((part) => (typeof part === "number" ? uint32(part) : sized(Buffer.from(part))))
  return sized(Buffer.concat([Buffer.of(type), uint32(id), ...encoded]))
}

const INIT = Buffer.from([0, 0, 0, 5, 1, 0, 0, 0, 3])
/** The client's window for the answers to INIT and OPEN, and not for those of the writes. */
export const UNREAD_WINDOW = 26

/** Begins SFTP in a bare session of this window, and opens a file of its own to be written. */
export const beginUpload = (client: Client, session: Channel) =>
  Effect.callback<void>((resume) => {
    const [protocol, id] = [protocolOf(client), idOf(session)]
    let read = 0
    session.on("data", (data: Buffer) => {
      read += data.length
      if (read === UNREAD_WINDOW) resume(Effect.void)
    })
    client.once("close", () => resume(Effect.void))
    protocol.subsystem(id, "sftp", true)
    protocol.channelData(id, Buffer.concat([INIT, packet(3, 1, `/inbox/${id}.csv`, 0x1a, 0)]))
  })

/** Writes 200 KiB into the file. */
export const writing = packet(6, 2, Buffer.alloc(4), 0, 0, Buffer.alloc(200 * 1024))
/** Reads the file 1,000 times. */
export const reading = Buffer.concat(
  Array.from({ length: 1000 }, () => packet(5, 2, Buffer.alloc(4), 0, 0, 32_768))
)

/** Sends it, whatever the server's window is. */
export const send = (client: Client, session: number, data: Buffer) => {
  for (let at = 0; at < data.length; at += 32_000)
    protocolOf(client).channelData(session, data.subarray(at, at + 32_000))
}

/** Opens all channels that it can on one connection, until that is closed or the time is over. Returns their number. */
const attack = async (client: Client, isOver: () => boolean): Promise<number> => {
  const [protocol, own] = [protocolOf(client), { isClosed: false }]
  client.once("close", () => (own.isClosed = true))
  const session = () => Effect.runPromise(Effect.option(aBareSession(client, UNREAD_WINDOW)))
  const first = await session()
  if (first._tag === "Some")
    for (let nth = 0; nth < CHANNELS; nth += 1) protocol.channelClose(idOf(first.value))
  // All at once; each that opens begins an upload.
  const sessions = await Promise.all(Array.from({ length: CHANNELS }, session))
  const opened = sessions.flatMap((found) => (found._tag === "Some" ? [found.value] : []))
  for (const one of opened) await Effect.runPromise(beginUpload(client, one))
  while (!own.isClosed && !isOver()) {
    for (const one of opened) if (!own.isClosed) send(client, idOf(one), writing)
    await sleep(5)
  }
  client.destroy()
  return opened.length
}

/**
 * A client that tries to exhaust the SFTP server with one key, in one connection at a time: it opens 2,000 channels, and
 * writes into those that opened without an end, reading no answers. Returns its connections, and the most channels that
 * opened in one of them.
 */
export const greedyClient = async (
  port: number,
  username: string,
  privateKey: string,
  isOver: () => boolean
) => {
  const seen = { connections: 0, channels: 0 }
  while (!isOver()) {
    const client = new ssh2.Client().on("error", () => {})
    const opened = await new Promise<number>((resolve) => {
      client.once("ready", () => {
        client.setNoDelay(true)
        resolve(attack(client, isOver))
      })
      client.once("close", () => setTimeout(() => resolve(0), 1000))
      client.connect({ host: "127.0.0.1", port, username, privateKey })
    })
    seen.connections += 1
    seen.channels = Math.max(seen.channels, opened)
  }
  return seen
}

/** A client that offers a public key, and signs with a private key that may belong to another key pair. */
export const offerKey = (where: ConnectConfig, publicKey: string, privateKey: string): ssh2.Client => {
  const key = ssh2.utils.parseKey(privateKey)
  if (key instanceof Error) throw key
  class Signer extends ssh2.BaseAgent<string> {
    override getIdentities(done: (error?: Error, keys?: Array<string>) => void) {
      done(undefined, [publicKey])
    }
    override sign(_: unknown, data: Buffer, ...rest: ReadonlyArray<unknown>) {
      const done = rest.find((value) => typeof value === "function") as (e?: Error, s?: Buffer) => void
      done(undefined, (key as ssh2.ParsedKey).sign(data) as Buffer)
    }
  }
  const client = new ssh2.Client()
  client.on("error", () => {})
  client.connect({ ...where, agent: new Signer() })
  return client
}
