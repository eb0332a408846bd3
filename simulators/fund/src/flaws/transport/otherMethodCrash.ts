import type { Flaw } from "../Flaw.ts"
import { crashed } from "../exchanges.ts"

export const otherMethodCrash: Flaw = {
  name: "other-method-crash",
  group: "transport",
  sentence: "The fund answers 500 to other methods.",
  killedBy: ["TRANSPORT-4.2-3"],
  play: () => ({ exchange: (call, serve) => (call.method === "POST" ? serve(call) : crashed()) })
}
