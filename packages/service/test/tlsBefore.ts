import * as Effect from "effect/Effect"
import { connect, createServer, type Socket } from "node:net"
import { createSecureContext, TLSSocket } from "node:tls"

/** PostgreSQL's question whether the server encrypts: a message of eight bytes with this number. */
const SSL_REQUEST = 80_877_103

const isSslRequest = (first: Buffer) => first.length === 8 && first.readInt32BE(4) === SSL_REQUEST

/**
 * Stands before the PostgreSQL of this address, while the scope is open, and encrypts with this certificate; without one it says
 * that it can't. Returns its port, and how each connection went on.
 */
export const tlsBefore = (address: string, certificate?: { readonly cert: string; readonly key: string }) => {
  const { hostname, port } = new URL(address)
  const seen: Array<"encrypted" | "plain"> = []
  const sockets = new Set<Socket>()
  const kept = <S extends Socket>(socket: S): S => {
    sockets.add(socket)
    socket.on("error", () => socket.destroy())
    return socket
  }
  const between = (client: Socket) => {
    const server = kept(connect(Number(port), hostname))
    client.pipe(server).pipe(client)
    return server
  }
  const server = createServer((client) => {
    kept(client).once("data", (first: Buffer) => {
      if (!isSslRequest(first)) {
        seen.push("plain")
        between(client).write(first)
        return
      }
      if (certificate === undefined) return void client.write("N")
      seen.push("encrypted")
      client.pause()
      client.write("S")
      const secureContext = createSecureContext(certificate)
      between(kept(new TLSSocket(client, { isServer: true, secureContext })))
    })
  })
  return Effect.acquireRelease(
    Effect.callback<{ readonly port: number; readonly seen: ReadonlyArray<string> }>((resume) => {
      server.listen(0, "127.0.0.1", () => {
        const at = server.address()
        resume(Effect.succeed({ port: typeof at === "object" && at !== null ? at.port : 0, seen }))
      })
    }),
    () =>
      Effect.promise(async () => {
        for (const socket of sockets) socket.destroy()
        await new Promise((resolve) => server.close(resolve))
      })
  )
}
