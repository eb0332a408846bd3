import { isWebhook } from "../flaws/deliveries.ts"
import type { Hooks } from "../flaws/Flaw.ts"
import type { Reply } from "@embedded-super/simulator-kit"

/** Answers so to every ninth delivery, and doesn't read it. */
export const everyNinth = (reply: Reply): Hooks => {
  let count = 0
  return { exchange: (call, serve) => (isWebhook(call) && ++count % 9 === 0 ? reply : serve(call)) }
}
