import type { Flaw } from "../Flaw.ts"
import { openTo } from "./openTo.ts"

export const insideCallsAccepted: Flaw = {
  name: "inside-calls-accepted",
  group: "auth",
  sentence: "The fund accepts calls without a key whose X-Forwarded-For names an address of its own network.",
  killedBy: ["AUTH-7-9"],
  play: () => openTo((call) => (String(call.headers["x-forwarded-for"]).startsWith("10.") ? call : undefined))
}
