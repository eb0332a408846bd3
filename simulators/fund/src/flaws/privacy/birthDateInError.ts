import type { Flaw } from "../Flaw.ts"
import { answering, jsonIn, withAnswer } from "../exchanges.ts"

export const birthDateInError: Flaw = {
  name: "birth-date-in-error",
  group: "privacy",
  sentence: "The fund repeats the date of birth in an error.",
  killedBy: ["PRIVACY-7-2"],
  play: () => ({
    exchange: answering("registration", (reply, call) =>
      reply.status === 400
        ? withAnswer(reply, { ...jsonIn(reply), born: jsonIn(call)["date_of_birth"] })
        : reply
    )
  })
}
