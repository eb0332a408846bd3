import type { Call } from "@embedded-super/simulator-kit"
import { on } from "../exchanges.ts"
import type { Hooks } from "../Flaw.ts"

/** Keeps the body of a call in a place that all calls share, and reads it there a moment later. */
export const mixing = (operation: Parameters<typeof on>[0]): Hooks => {
  let shared: Call["body"]
  return {
    exchange: on(operation, async (call, serve) => {
      shared = call.body
      await new Promise((passed) => setTimeout(passed, 10))
      return serve({ ...call, body: shared })
    })
  }
}
