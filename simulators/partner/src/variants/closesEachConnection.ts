import type { OtherPartner } from "../flaws/Flaw.ts"

export const closesEachConnection: OtherPartner = {
  name: "closes-each-connection",
  sentence: "Closes the connection after each answer.",
  play: () => ({
    exchange: async (call, serve) => {
      const reply = await serve(call)
      return { ...reply, headers: { ...reply.headers, connection: "close" } }
    }
  })
}
