import type { Flaw } from "../Flaw.ts"
import { onOperations } from "../exchanges.ts"

export const firstOfArrayTaken: Flaw = {
  name: "first-of-array-taken",
  group: "transport",
  sentence: "The fund takes the first element of an array.",
  killedBy: ["TRANSPORT-7-3"],
  play: () => ({
    exchange: onOperations((call, serve) => {
      const text = call.body.toString()
      return serve(text.startsWith("[") ? { ...call, body: Buffer.from(text.slice(1, -1)) } : call)
    })
  })
}
