import type { Flaw } from "../Flaw.ts"
import { answering, jsonIn, withAnswer } from "../exchanges.ts"

export const requestInError: Flaw = {
  name: "request-in-error",
  group: "privacy",
  sentence: "The fund repeats the whole request in an error.",
  killedBy: ["PRIVACY-7-1"],
  play: () => ({
    exchange: answering("registration", (reply, call) =>
      reply.status === 400 ? withAnswer(reply, { ...jsonIn(reply), request: call.body.toString() }) : reply
    )
  })
}
