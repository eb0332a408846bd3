import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Scope } from "effect/Scope"
import { connect, type Socket } from "node:net"
import {
  offerKey,
  aBareSession,
  beginUpload,
  idOf,
  protocolOf,
  reading,
  send,
  UNREAD_WINDOW,
  writing
} from "../../../test/funds/greedyClient.ts"
import { aClient, anSftpServer, keyPair, limited, type TestSftpServer } from "../../../test/funds/TestSftp.ts"
import { aListFund, TestLists } from "../../../test/funds/TestLists.ts"
import { abns, listOf } from "../../../../rules/test/lists.ts"
import { SftpAccounts } from "./SftpAccounts.ts"

/** A connection from a client without a key. It keeps its side open after the server ends the other side. */
const aStranger = ({ port }: TestSftpServer, sends: string, localAddress: string) =>
  Effect.acquireRelease(
    Effect.callback<Socket>((resume) => {
      const socket = connect({ host: "127.0.0.1", port, localAddress, allowHalfOpen: true })
      socket.on("error", () => {})
      socket.resume()
      socket.once("connect", () => {
        socket.write(sends)
        resume(Effect.succeed(socket))
      })
    }),
    (socket) => Effect.sync(() => void socket.destroy())
  )

const SILENT = ""
const IDENTIFIED = "SSH-2.0-x\r\n"

/** Waits until the server has destroyed the connection; a reset by the peer shows on a write. */
const destroyed = (socket: Socket) =>
  Effect.callback<void>((resume) => {
    const nudge = setInterval(() => socket.write("x"), 10)
    const done = () => {
      clearInterval(nudge)
      resume(Effect.void)
    }
    if (socket.closed) done()
    else socket.once("close", done)
  })

/** Whether the server has ended neither the connection nor its side of it. */
const isOpen = (socket: Socket) => !socket.closed && !socket.readableEnded

const strangers = (
  server: TestSftpServer,
  count: number,
  sends: string,
  from: (nth: number) => string
): Effect.Effect<ReadonlyArray<Socket>, never, Scope> =>
  Effect.forEach(Array.from({ length: count }), (_, nth) => aStranger(server, sends, from(nth)))

const FROM_ONE = () => "127.0.0.2"
const FROM_MANY = (nth: number) => `127.0.${1 + Math.floor(nth / 200)}.${1 + (nth % 200)}`

layer(SftpAccounts.layer.pipe(Layer.provideMerge(TestLists.layer)), { excludeTestServices: true })(
  "the SFTP port",
  (it) => {
    it.effect("still serves when a connection beyond the limits is reset", () =>
      Effect.gen(function* () {
        const server = yield* limited({ connections: 100 })(anSftpServer)
        const sockets = yield* strangers(server, 110, IDENTIFIED, FROM_MANY)
        for (const socket of sockets) socket.resetAndDestroy()
        const client = yield* aClient(server, yield* aListFund())
        assert.deepStrictEqual((yield* client.list("/")).toSorted(), ["inbox", "outbox"])
      })
    )

    for (const [kind, sends] of [
      ["that send nothing", SILENT],
      ["that send an identification line", IDENTIFIED]
    ] as const) {
      it.effect(`lets a fund in beside more connections ${kind}, from many addresses, than it takes`, () =>
        Effect.gen(function* () {
          const server = yield* limited({ connections: 20 })(anSftpServer)
          const sockets = yield* strangers(server, 40, sends, FROM_MANY)
          const client = yield* aClient(server, yield* aListFund())
          assert.include(yield* client.list("/"), "inbox")
          // The oldest were dropped for the newer ones, and for the fund.
          yield* Effect.forEach(sockets.slice(0, 20), destroyed)
        })
      )

      it.effect(`keeps the newest of connections ${kind} from one address, and destroys the others`, () =>
        Effect.gen(function* () {
          const server = yield* limited({ perAddress: 3 })(anSftpServer)
          const sockets = yield* strangers(server, 6, sends, FROM_ONE)
          yield* Effect.forEach(sockets.slice(0, 3), destroyed)
          assert.deepStrictEqual(sockets.slice(3).map(isOpen), [true, true, true])
        })
      )

      it.effect(`lets a fund in from an address that holds connections ${kind}`, () =>
        Effect.gen(function* () {
          const server = yield* limited({ perAddress: 3 })(anSftpServer)
          yield* strangers(server, 5, sends, () => "127.0.0.1")
          assert.include(yield* (yield* aClient(server, yield* aListFund())).list("/"), "inbox")
        })
      )

      it.effect(`destroys connections ${kind} when the time to log in is over, though they stay open`, () =>
        Effect.gen(function* () {
          const server = yield* limited({ loginWithin: Duration.millis(50) })(anSftpServer)
          yield* Effect.forEach(yield* strangers(server, 3, sends, FROM_ONE), destroyed)
        })
      )
    }

    it.effect("closes last the connections from an address from which a fund has logged in", () =>
      Effect.gen(function* () {
        const server = yield* limited({ connections: 5 })(anSftpServer)
        yield* (yield* aClient(server, yield* aListFund())).drop
        const known = yield* aStranger(server, IDENTIFIED, "127.0.0.1")
        const sockets = yield* strangers(server, 10, IDENTIFIED, FROM_MANY)
        yield* Effect.forEach(sockets.slice(0, 6), destroyed)
        assert.isTrue(isOpen(known))
      })
    )

    it.effect("takes a few sessions of one account, and the others' all the same", () =>
      Effect.gen(function* () {
        const server = yield* limited({ perAccount: 2 })(anSftpServer)
        const keys = keyPair()
        const fund = yield* aListFund()
        yield* (yield* SftpAccounts).provision(fund.slug, keys.public)
        yield* server.connect(fund.slug, keys.private)
        const second = yield* server.connect(fund.slug, keys.private)
        yield* Effect.flip(server.connect(fund.slug, keys.private))
        assert.include(yield* (yield* aClient(server, yield* aListFund())).list("/"), "inbox")
        yield* second.drop
        const again = server.connect(fund.slug, keys.private)
        assert.include(yield* (yield* Effect.eventually(again)).list("/"), "inbox")
      })
    )

    const ways = [
      ["a session without SFTP that is closed again and again", "bare", "channelClose", 1],
      ["an SFTP session that is closed again and again", "sftp", "channelClose", 2],
      ["an SFTP session that has ended and stays open", "sftp", "channelEOF", 1]
    ] as const
    for (const [title, kind, ends, places] of ways) {
      it.effect(`gives a connection two sessions, also after ${title}`, () =>
        Effect.gen(function* () {
          const { another, client, sftp } = yield* aClient(yield* anSftpServer, yield* aListFund())
          const protocol = protocolOf(client)
          const ended = kind === "bare" ? yield* aBareSession(client) : sftp
          if (kind === "sftp") yield* another
          for (let nth = 0; nth < 10; nth += 1) protocol[ends](idOf(ended))
          const opened = yield* Effect.forEach(Array.from({ length: 5 }), () => Effect.exit(another))
          const succeeded = opened.filter(({ _tag }) => _tag === "Success").length
          assert.strictEqual(succeeded, places - 1)
        })
      )
    }

    for (const [title, asks] of [
      ["writes", writing],
      ["reads a file", reading]
    ] as const) {
      it.effect(
        `disconnects a client that ${title} and reads no answers, and takes the fund's next one`,
        () =>
          Effect.gen(function* () {
            const server = yield* anSftpServer
            const fund = yield* aListFund()
            const { client } = yield* aClient(server, fund)
            const closed = Effect.callback<void>(
              (resume) => void client.once("close", () => resume(Effect.void))
            )
            const session = yield* aBareSession(client, UNREAD_WINDOW)
            yield* beginUpload(client, session)
            for (let nth = 0; nth < 50; nth += 1) send(client, idOf(session), asks)
            yield* closed
            assert.include(yield* (yield* aClient(server, fund)).list("/"), "inbox")
          })
      )
    }

    it.effect("stays shut to a client that has the public key alone, and signs with another", () =>
      Effect.gen(function* () {
        const server = yield* anSftpServer
        const fund = yield* aListFund()
        const [theirs, own] = [keyPair(), keyPair()]
        yield* (yield* SftpAccounts).provision(fund.slug, theirs.public)
        assert.strictEqual(yield* signedWith(server, fund.slug, theirs.public, theirs.private), "ready")
        assert.strictEqual(yield* signedWith(server, fund.slug, theirs.public, own.private), "refused")
      })
    )

    it.effect("still serves when a client sends nonsense, before and after the identification line", () =>
      Effect.gen(function* () {
        const server = yield* anSftpServer
        const nonsense = ["\0".repeat(50_000), "x\r\n".repeat(5000), `${IDENTIFIED}${"\xff".repeat(40_000)}`]
        const sockets = yield* Effect.forEach(nonsense, (text) => aStranger(server, text, "127.0.0.2"))
        yield* Effect.forEach(sockets, destroyed)
        const client = yield* aClient(server, yield* aListFund())
        yield* client.put("/inbox/a.part", listOf(abns(2)))
        assert.deepStrictEqual(yield* client.list("/inbox"), ["test", "a.part"])
      })
    )
  }
)

/** The result of a log-in with this public key, signed with that private key. */
const signedWith = (
  { hostKey, port }: TestSftpServer,
  username: string,
  publicKey: string,
  privateKey: string
) =>
  Effect.callback<"ready" | "refused">((resume) => {
    const hostVerifier = (key: Buffer) => key.toString("base64") === hostKey.split(" ")[1]
    const client = offerKey({ host: "127.0.0.1", port, username, hostVerifier }, publicKey, privateKey)
    const end = (outcome: "ready" | "refused") => () => {
      resume(Effect.succeed(outcome))
      client.end()
    }
    client.on("ready", end("ready")).on("error", end("refused"))
  })
