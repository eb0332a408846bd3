import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { connect, type Socket } from "node:net"
import { aListFund, TestLists } from "../../../test/funds/TestLists.ts"
import {
  anSftpServerBehindProxy,
  keyPair,
  limited,
  sftpClient,
  type TestSftpServer
} from "../../../test/funds/TestSftp.ts"
import { SftpAccounts } from "./SftpAccounts.ts"

const aServer = (limits: Parameters<typeof limited>[0] = {}) => limited(limits)(anSftpServerBehindProxy)

/** A connection of the balancer's, which sends nothing of its own. */
const aSocket = ({ port }: TestSftpServer) =>
  Effect.acquireRelease(
    Effect.callback<Socket>((resume) => {
      const socket = connect({ host: "127.0.0.1", port, noDelay: true })
      socket.on("error", () => {})
      socket.once("connect", () => resume(Effect.succeed(socket)))
    }),
    (socket) => Effect.sync(() => void socket.destroy())
  )

const ended = (socket: Socket) =>
  Effect.callback<void>((resume) => {
    socket.resume()
    if (socket.closed) resume(Effect.void)
    else socket.once("close", () => resume(Effect.void))
  })

const SIGNATURE = [0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a]

/** A header whose parts may be wrong. */
const header = (
  client: ReadonlyArray<number>,
  change: {
    readonly command?: number
    readonly extra?: number
    readonly family?: number
    readonly length?: number
  } = {}
) => {
  const { command = 0x21, extra = 0, family = 0x11 } = change
  const { length = client.length + 8 + extra } = change
  const rest = Buffer.from([
    ...client,
    127,
    0,
    0,
    1,
    0x30,
    0x39,
    0x08,
    0xae,
    ...Array.from({ length: extra }, () => 0)
  ])
  return Buffer.concat([
    Buffer.from([...SIGNATURE, command, family, length >> 8, length & 255]),
    family === 0 ? Buffer.of() : rest
  ])
}
const OF_A_CLIENT = header([192, 0, 2, 1])
const OVER_IPV6 = Buffer.concat([Buffer.from([...SIGNATURE, 0x21, 0x21, 0, 36]), Buffer.alloc(36, 0x20)])

layer(SftpAccounts.layer.pipe(Layer.provideMerge(TestLists.layer)), { excludeTestServices: true })(
  "the SFTP port behind a balancer",
  (it) => {
    const whole = (socket: Socket, bytes: Buffer) => Effect.sync(() => void socket.write(bytes))
    const dripping = (socket: Socket, bytes: Buffer) =>
      Effect.forEach(
        [...bytes],
        (byte) =>
          Effect.callback<void>((resume) => void socket.write(Buffer.of(byte), () => resume(Effect.void))),
        { discard: true }
      )
    for (const [title, bytes, how] of [
      ["whole", OF_A_CLIENT, whole],
      ["byte by byte", OF_A_CLIENT, dripping],
      ["with more than addresses", header([192, 0, 2, 1], { extra: 900 }), whole],
      ["of IPv6", OVER_IPV6, whole]
    ] as const)
      it.effect(`lets a fund in whose header comes ${title}`, () =>
        Effect.gen(function* () {
          const server = yield* aServer()
          const fund = yield* aListFund()
          const keys = keyPair()
          yield* (yield* SftpAccounts).provision(fund.slug, keys.public)
          const socket = yield* aSocket(server)
          yield* how(socket, bytes)
          const client = yield* sftpClient(server, fund.slug, keys.private, socket)
          assert.include(yield* client.list("/"), "inbox")
        })
      )

    for (const [title, bytes] of [
      ["no header", Buffer.from("SSH-2.0-OpenSSH_9.9\r\n")],
      ["a header of version 1", Buffer.from("PROXY TCP4 192.0.2.1 127.0.0.1 1 2\r\n")],
      ["a header of another version", header([192, 0, 2, 1], { command: 0x31 })],
      ["a header without a client", header([], { command: 0x20, family: 0, length: 0 })],
      ["a header of a socket without an address", header([192, 0, 2, 1], { family: 0x31 })],
      ["a header that is too short for its addresses", header([192, 0], { length: 10 })],
      ["a header of more than 2 KiB", header([192, 0, 2, 1], { length: 2049 })]
    ] as const)
      it.effect(`destroys a connection with ${title}`, () =>
        Effect.gen(function* () {
          const socket = yield* aSocket(yield* aServer())
          socket.write(bytes)
          yield* ended(socket)
          assert.strictEqual(socket.bytesRead, 0)
        })
      )

    it.effect("gives a header that comes byte by byte no more time than there is to log in", () =>
      Effect.gen(function* () {
        const socket = yield* aSocket(yield* aServer({ loginWithin: Duration.millis(200) }))
        socket.write(header([192, 0, 2, 1], { extra: 1900 }).subarray(0, 16))
        const drip = setInterval(() => void socket.write(Buffer.of(0)), 20)
        yield* ended(socket).pipe(Effect.ensuring(Effect.sync(() => clearInterval(drip))))
        assert.isBelow(socket.bytesWritten, 1900)
      })
    )

    it.effect("counts connections without a header: the oldest makes room for a newer one", () =>
      Effect.gen(function* () {
        const server = yield* aServer({ connections: 5 })
        const sockets = yield* Effect.forEach(Array.from({ length: 8 }), () => aSocket(server))
        yield* Effect.forEach(sockets.slice(0, 3), ended)
        assert.deepStrictEqual(
          sockets.slice(3).map(({ closed }) => closed),
          [false, false, false, false, false]
        )
        const newest = sockets[7]!
        newest.write(OF_A_CLIENT)
        yield* Effect.callback<void>((resume) => void newest.once("data", () => resume(Effect.void)))
      })
    )

    it.effect("counts a client's connections by the address that the header names", () =>
      Effect.gen(function* () {
        const server = yield* aServer({ perAddress: 2 })
        const sockets = yield* Effect.forEach([1, 1, 1, 2], (host) =>
          Effect.tap(aSocket(server), (socket) =>
            Effect.callback<void>((resume) => {
              socket.once("data", () => resume(Effect.void))
              socket.write(header([192, 0, 2, host]))
            })
          )
        )
        yield* ended(sockets[0]!)
        assert.deepStrictEqual(
          sockets.slice(1).map(({ closed }) => closed),
          [false, false, false]
        )
      })
    )
  }
)
