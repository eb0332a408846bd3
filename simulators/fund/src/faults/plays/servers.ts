/** What is wrong below HTTP: the certificate, plain http on the port of https, a body of which only one piece is read. */
import { createPrivateKey } from "node:crypto"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Server as TlsServer } from "node:tls"
import type { Hooks } from "../Fault.ts"

interface Validity {
  readonly notBefore: Date
  readonly notAfter: Date
}

/** A certificate of an authority that nobody knows. */
const issue = async (validity: Validity) => {
  const { issueAuthority, issueServer } = await import("@embedded-super/simulator-kit/certificates")
  const authority = await issueAuthority("Strange authority", validity)
  const signing = { certificate: authority.certificate, key: createPrivateKey(authority.key) }
  const { certificate, key } = await issueServer(signing, ["localhost", "127.0.0.1", "::1"], validity)
  return { cert: certificate, key }
}

/** Serves with a certificate of a strange authority. The server listens once it has it. */
export const certifiedBy = (validity: Validity): Hooks => ({
  server: (server: Server) => {
    const listen = server.listen.bind(server) as (...args: ReadonlyArray<unknown>) => Server
    server.listen = ((...args: ReadonlyArray<unknown>) => {
      void issue(validity).then((certificate) => {
        ;(server as unknown as TlsServer).setSecureContext(certificate)
        listen(...args)
      })
      return server
    }) as Server["listen"]
  }
})

/** The first byte of a TLS handshake. */
const HANDSHAKE = 0x16

/** Serves plain http on the port of https. */
export const servingBoth = (server: Server): void => {
  const emit = server.emit.bind(server) as (event: string, ...args: Array<unknown>) => boolean
  const plain = createServer((request, response) => void server.emit("request", request, response))
  server.emit = ((event: string, ...args: Array<unknown>) => {
    if (event !== "connection") return emit(event, ...args)
    const socket = args[0] as Socket
    socket.on("error", () => socket.destroy())
    socket.once("data", (first: Buffer) => {
      socket.pause()
      socket.unshift(first)
      if (first[0] === HANDSHAKE) emit("connection", socket)
      else plain.emit("connection", socket)
      process.nextTick(() => socket.resume())
    })
    return true
  }) as typeof server.emit
}

/** A body whose first piece isn't all of it is refused, as if it were broken. */
export const readingOnePiece = (server: Server): void => {
  const emit = server.emit.bind(server) as (event: string, ...args: Array<unknown>) => boolean
  const read = (request: IncomingMessage, response: ServerResponse): void => {
    const piece = request.read() as Buffer | null
    if (piece === null || piece.length < Number(request.headers["content-length"])) {
      response.writeHead(400).end()
      return
    }
    request.unshift(piece)
    emit("request", request, response)
  }
  server.emit = ((event: string, ...args: Array<unknown>) => {
    const [request, response] = args as [IncomingMessage, ServerResponse]
    if (event !== "request" || Number(request.headers["content-length"] ?? 0) === 0)
      return emit(event, ...args)
    request.once("readable", () => read(request, response))
    return true
  }) as typeof server.emit
}
