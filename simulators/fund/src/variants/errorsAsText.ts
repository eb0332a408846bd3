import type { OtherFund } from "../flaws/Flaw.ts"
import { onOperations } from "../flaws/exchanges.ts"

export const errorsAsText: OtherFund = {
  name: "errors-as-text",
  sentence: "The fund explains errors in plain text.",
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      const reply = await serve(call)
      return reply.status < 400
        ? reply
        : { ...reply, headers: { ...reply.headers, "content-type": "text/plain" }, body: "Refused." }
    })
  })
}
