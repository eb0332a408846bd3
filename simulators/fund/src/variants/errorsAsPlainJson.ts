import type { OtherFund } from "../flaws/Flaw.ts"
import { json, onOperations } from "../flaws/exchanges.ts"

export const errorsAsPlainJson: OtherFund = {
  name: "errors-as-plain-json",
  sentence: "The fund explains errors in JSON of its own, one at a time.",
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      const reply = await serve(call)
      const wait = reply.headers["retry-after"]
      return reply.status < 400
        ? reply
        : json(
            reply.status,
            { error: { message: "The request is refused.", status: reply.status } },
            wait === undefined ? {} : { "Retry-After": wait }
          )
    })
  })
}
