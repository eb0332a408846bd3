import type { Flaw } from "../Flaw.ts"
import { onOperations } from "../exchanges.ts"

export const byteOrderMark: Flaw = {
  name: "byte-order-mark",
  group: "transport",
  sentence: "The fund begins its answers with a byte order mark.",
  killedBy: ["TRANSPORT-4.2-5"],
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      const reply = await serve(call)
      return reply.body.length === 0 ? reply : { ...reply, body: `\uFEFF${reply.body.toString()}` }
    })
  })
}
