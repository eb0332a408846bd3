import type { Flaw } from "../Flaw.ts"
import { answering, jsonIn, withAnswer } from "../exchanges.ts"

export const tfnInError: Flaw = {
  name: "tfn-in-error",
  group: "privacy",
  sentence: "The fund repeats the tax file number in an error.",
  killedBy: ["PRIVACY-7-1"],
  play: () => ({
    exchange: answering("registration", (reply, call) =>
      reply.status === 400 ? withAnswer(reply, { ...jsonIn(reply), rejected: jsonIn(call)["tfn"] }) : reply
    )
  })
}
