import type { Flaw } from "../Flaw.ts"
import { answering, jsonIn, withAnswer } from "../exchanges.ts"

export const rejectedValueInError: Flaw = {
  name: "rejected-value-in-error",
  group: "privacy",
  sentence: "The fund repeats a rejected value in its error.",
  killedBy: ["PRIVACY-7-2"],
  play: () => ({
    exchange: answering("registration", (reply, call) =>
      reply.status === 400
        ? withAnswer(reply, { ...jsonIn(reply), detail: `${String(jsonIn(call)["email"])} is not valid` })
        : reply
    )
  })
}
