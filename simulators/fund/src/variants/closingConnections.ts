import type { OtherFund } from "../flaws/Flaw.ts"

export const closingConnections: OtherFund = {
  name: "closing-connections",
  sentence: "The fund closes the connection after each answer.",
  play: () => ({
    exchange: async (call, serve) => {
      const reply = await serve(call)
      return { ...reply, headers: { ...reply.headers, Connection: "close" } }
    }
  })
}
