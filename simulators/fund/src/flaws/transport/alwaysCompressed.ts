import type { Flaw } from "../Flaw.ts"
import { onOperations } from "../exchanges.ts"
import { gzipSync } from "node:zlib"

export const alwaysCompressed: Flaw = {
  name: "always-compressed",
  group: "transport",
  sentence: "The fund compresses every answer.",
  killedBy: ["TRANSPORT-4.2-6"],
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      const reply = await serve(call)
      return {
        ...reply,
        headers: { ...reply.headers, "content-encoding": "gzip" },
        body: gzipSync(reply.body)
      }
    })
  })
}
