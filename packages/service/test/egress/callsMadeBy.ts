import { AsyncLocalStorage } from "node:async_hooks"
import { subscribe } from "node:diagnostics_channel"
import type { Socket } from "node:net"

const observed = new AsyncLocalStorage<Array<string>>()

// Node publishes every socket that is about to connect, and the socket of every address that it tries, including
// addresses that refuse or never answer.
subscribe("net.client.socket", (message) => {
  const called = observed.getStore()
  if (called === undefined) return
  const { socket } = message as { readonly socket: Socket }
  socket.on("connectionAttempt", (address: string) => called.push(address))
})

/** Runs a function and returns the IP addresses that its sockets tried to connect to, whether or not they succeeded. */
export const callsMadeBy = async <A>(run: () => Promise<A>) => {
  const called: Array<string> = []
  const result = await observed.run(called, run)
  return { result, called }
}
