import type { Flaw } from "../Flaw.ts"
import { onOperations } from "../exchanges.ts"

export const answersAsHtml: Flaw = {
  name: "answers-as-html",
  group: "transport",
  sentence: "The fund calls its JSON text/html.",
  killedBy: ["TRANSPORT-4.2-4"],
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      const reply = await serve(call)
      return { ...reply, headers: { ...reply.headers, "content-type": "text/html" } }
    })
  })
}
