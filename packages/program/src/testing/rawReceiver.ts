import * as Effect from "effect/Effect"
import { createServer, type AddressInfo, type Socket } from "node:net"
import { createServer as createTlsServer, type TlsOptions } from "node:tls"

/**
 * A receiver that writes raw bytes, for answers that no HTTP server would give. Returns its port; cuts open sockets
 * when the scope closes.
 */
export const rawReceiver = (serve: (socket: Socket) => void, tls?: TlsOptions, host = "127.0.0.1") =>
  Effect.acquireRelease(
    Effect.callback<{ port: number; sockets: Set<Socket>; close: () => void }>((resume) => {
      const sockets = new Set<Socket>()
      const accept = (socket: Socket) => {
        sockets.add(socket)
        socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy())
        serve(socket)
      }
      const server = tls === undefined ? createServer(accept) : createTlsServer(tls, accept)
      server.on("tlsClientError", () => {})
      server.listen(0, host, () =>
        resume(
          Effect.succeed({
            port: (server.address() as AddressInfo).port,
            sockets,
            close: () => server.close()
          })
        )
      )
    }),
    ({ sockets, close }) =>
      Effect.sync(() => {
        close()
        for (const socket of sockets) socket.destroy()
      })
  )
