import type { Socket } from "node:net"
import type { Flaw } from "../Flaw.ts"

const MOST_IDLE = 150

export const idleConnectionLost: Flaw = {
  name: "idle-connection-lost",
  group: "limits",
  sentence: "The fund forgets idle connections, and loses the next call on one.",
  killedBy: ["LIMITS-7-4"],
  play: () => {
    const answered = new WeakMap<Socket, number>()
    return {
      exchange: async (call, serve) => {
        const { socket } = call.source
        const before = answered.get(socket)
        if (before !== undefined && performance.now() - before > MOST_IDLE)
          return (response) => void response.destroy()
        const reply = await serve(call)
        answered.set(socket, performance.now())
        return reply
      }
    }
  }
}
