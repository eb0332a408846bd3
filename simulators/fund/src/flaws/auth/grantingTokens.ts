import { tokenPath } from "../../security/agreedFlow.ts"
import { isGood, type Json, jsonIn, withAnswer } from "../exchanges.ts"
import type { Hooks } from "../Flaw.ts"

/** Changes what the token endpoint answers with a token. */
export const grantingTokens = (change: (answer: Json) => Json): Hooks => ({
  exchange: async (call, serve) => {
    const reply = await serve(call)
    return call.url === tokenPath && isGood(reply) ? withAnswer(reply, change(jsonIn(reply))) : reply
  }
})
