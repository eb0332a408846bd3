import type { Flaw } from "../Flaw.ts"

export const connectionClosedSilently: Flaw = {
  name: "connection-closed-silently",
  group: "limits",
  sentence: "The fund closes the connection after each answer without saying so.",
  killedBy: ["LIMITS-4.2-5"],
  play: () => ({
    exchange: async (call, serve) => {
      const { body, headers, status } = await serve(call)
      return (response) => {
        response.writeHead(status, { ...headers, connection: "keep-alive" } as Record<string, string>)
        response.end(body, () => setImmediate(() => call.source.socket.destroy()))
      }
    }
  })
}
