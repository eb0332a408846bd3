import type { Flaw } from "../Flaw.ts"
import { onOperations, stackTrace } from "../exchanges.ts"

export const stackTraceInRefusal: Flaw = {
  name: "stack-trace-in-refusal",
  group: "errors",
  sentence: "The fund shows a stack trace in its refusals.",
  killedBy: ["ERRORS-7-6"],
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      const reply = await serve(call)
      return reply.status === 400 ? { ...reply, body: stackTrace } : reply
    })
  })
}
