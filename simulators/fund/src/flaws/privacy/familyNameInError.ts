import type { Flaw } from "../Flaw.ts"
import { answering, jsonIn, withAnswer } from "../exchanges.ts"

export const familyNameInError: Flaw = {
  name: "family-name-in-error",
  group: "privacy",
  sentence: "The fund repeats the family name, in capital letters, in an error.",
  killedBy: ["PRIVACY-7-2"],
  play: () => ({
    exchange: answering("registration", (reply, call) => {
      const name = jsonIn(call)["family_name"]
      return reply.status === 400 && typeof name === "string"
        ? withAnswer(reply, { ...jsonIn(reply), detail: `Refused: ${name.toUpperCase()}` })
        : reply
    })
  })
}
