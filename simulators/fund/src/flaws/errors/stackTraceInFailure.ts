import type { Flaw } from "../Flaw.ts"
import { onOperations, stackTrace } from "../exchanges.ts"

export const stackTraceInFailure: Flaw = {
  name: "stack-trace-in-failure",
  group: "errors",
  sentence: "The fund shows a stack trace when it fails.",
  killedBy: ["ERRORS-7-6"],
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      const reply = await serve(call)
      return reply.status >= 500 ? { ...reply, body: stackTrace } : reply
    })
  })
}
