import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import tls from "node:tls"
import { clientHelloVersions } from "../../../test/egress/clientHello.ts"
import { aSelfSigned } from "../../../test/funds/certificates.ts"
import { rawReceiver } from "@embedded-super/program/testing/receiver"
import { checkedConnector } from "./checkedConnector.ts"

/**
 * Disables OpenSSL's own security level, which refuses TLS 1.1 by itself and would hide the connector's own setting.
 */
const withoutSecurityLevel = Effect.acquireRelease(
  Effect.sync(() => {
    const before = tls.DEFAULT_CIPHERS
    tls.DEFAULT_CIPHERS = "DEFAULT@SECLEVEL=0"
    return before
  }),
  (before) =>
    Effect.sync(() => {
      tls.DEFAULT_CIPHERS = before
    })
)

/** Connects to a port of this machine; returns "connected", or the error's code. */
const connecting = (port: number, ca?: string) =>
  Effect.callback<string>((resume) => {
    const connect = checkedConnector({
      allowLoopback: true,
      connectTimeout: 5000,
      ...(ca === undefined ? {} : { trust: { ca } })
    })
    const target = {
      hostname: "127.0.0.1",
      host: `127.0.0.1:${port}`,
      port: String(port),
      protocol: "https:"
    }
    connect(target, (error, socket) => {
      socket?.destroy()
      resume(Effect.succeed(error === null ? "connected" : String((error as NodeJS.ErrnoException).code)))
    })
  })

/** Connects with Node's own client, from TLS 1.0 on; returns the negotiated version. */
const agreedVersion = (port: number, ca: string) =>
  Effect.callback<string | null>((resume) => {
    const socket = tls.connect({ host: "127.0.0.1", port, ca, minVersion: "TLSv1" }, () => {
      resume(Effect.succeed(socket.getProtocol()))
      socket.destroy()
    })
  })

describe("a connection to the outside", () => {
  it.effect(
    "offers TLS 1.2 and 1.3, and no earlier version, whatever the cipher settings allow [R-5-8, R-8-4]",
    () =>
      Effect.gen(function* () {
        yield* withoutSecurityLevel
        const hellos: Array<ReadonlyArray<string>> = []
        const server = yield* rawReceiver((socket) => {
          socket.once("data", (bytes) => {
            hellos.push(clientHelloVersions(bytes))
            socket.destroy()
          })
        })
        yield* connecting(server.port)
        assert.deepStrictEqual(hellos, [["TLS 1.3", "TLS 1.2"]])
      })
  )

  it.effect(
    "is refused to a server that offers only TLS 1.1, whatever the cipher settings allow [R-5-8, R-8-4]",
    () =>
      Effect.gen(function* () {
        yield* withoutSecurityLevel
        const own = yield* aSelfSigned
        const old = { minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" } as const
        const server = yield* rawReceiver(() => {}, { ...own, ...old })
        assert.strictEqual(yield* agreedVersion(server.port, own.cert), "TLSv1.1")
        assert.match(yield* connecting(server.port, own.cert), /^ERR_SSL_.*PROTOCOL/)
      })
  )

  it.effect.each(["TLSv1.2", "TLSv1.3"] as const)("is made to a server that offers only %s", (version) =>
    Effect.gen(function* () {
      const own = yield* aSelfSigned
      const server = yield* rawReceiver(() => {}, { ...own, minVersion: version, maxVersion: version })
      assert.strictEqual(yield* connecting(server.port, own.cert), "connected")
    })
  )
})
