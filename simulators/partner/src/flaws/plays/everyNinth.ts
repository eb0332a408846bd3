import type { Reply } from "@embedded-super/simulator-kit"
import type { Hooks } from "../Flaw.ts"
import { isWebhook } from "./deliveries.ts"

/** Answers `reply` to every ninth delivery, and doesn't read it. */
export const everyNinth = (reply: Reply): Hooks => {
  let count = 0
  return { exchange: (call, serve) => (isWebhook(call) && ++count % 9 === 0 ? reply : serve(call)) }
}
