/** Preloaded into a worker: reports at its end how much it read from any one connection to a receiver. */
import { subscribe } from "node:diagnostics_channel"
import type { Socket } from "node:net"
import process from "node:process"

let mostRead = 0

subscribe("undici:client:connected", (message) => {
  const { socket } = message as { readonly socket: Socket }
  socket.once("close", () => (mostRead = Math.max(mostRead, socket.bytesRead)))
})

process.on("exit", () => console.log(JSON.stringify({ mostRead })))
