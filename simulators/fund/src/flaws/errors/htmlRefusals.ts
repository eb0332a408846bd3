import type { Flaw } from "../Flaw.ts"
import { onOperations } from "../exchanges.ts"

export const htmlRefusals: Flaw = {
  name: "html-refusals",
  group: "errors",
  sentence: "The fund refuses with a page in HTML.",
  killedBy: ["ERRORS-7-7"],
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      const reply = await serve(call)
      return reply.status === 400
        ? {
            ...reply,
            headers: { "content-type": "text/html; charset=utf-8" },
            body: "<!DOCTYPE html><html><body><h1>Bad Request</h1></body></html>"
          }
        : reply
    })
  })
}
