import type { Flaw } from "../Flaw.ts"

export const anyMethodAccepted: Flaw = {
  name: "any-method-accepted",
  group: "transport",
  sentence: "The fund does its operations by every method.",
  killedBy: ["TRANSPORT-4.2-3"],
  play: () => ({ exchange: (call, serve) => serve({ ...call, method: "POST" }) })
}
