import { createServer, type Server } from "node:http"
import type { Socket } from "node:net"

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
