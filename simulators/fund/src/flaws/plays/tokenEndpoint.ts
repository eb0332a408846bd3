import type { Reply } from "@embedded-super/simulator-kit"
import { tokenPath } from "../../security/agreedFlow.ts"
import type { Hooks } from "../Flaw.ts"
import { isGood, type Json, jsonIn, withAnswer } from "./exchanges.ts"

/** Changes the answers of the token endpoint. */
export const answeringTokens = (change: (reply: Reply) => Reply): Hooks => ({
  exchange: async (call, serve) => {
    const reply = await serve(call)
    return call.url === tokenPath ? change(reply) : reply
  }
})

/** Changes what the token endpoint answers with a token. */
export const granting = (change: (answer: Json) => Json): Hooks =>
  answeringTokens((reply) => (isGood(reply) ? withAnswer(reply, change(jsonIn(reply))) : reply))
