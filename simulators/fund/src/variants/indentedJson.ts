import type { OtherFund } from "../flaws/Flaw.ts"
import { jsonIn, onOperations } from "../flaws/exchanges.ts"

export const indentedJson: OtherFund = {
  name: "indented-json",
  sentence: "The fund writes its JSON over several lines.",
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      const reply = await serve(call)
      return reply.body.length === 0
        ? reply
        : { ...reply, body: `${JSON.stringify(jsonIn(reply), null, 2)}\n` }
    })
  })
}
