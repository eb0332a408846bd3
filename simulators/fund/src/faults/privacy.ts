/** Funds that repeat what nobody may read: in an answer, a header or an error. */
import type { Call, Exchange } from "@embedded-super/simulator-kit"
import { ofGroup } from "./Fault.ts"
import { answering, answeringMember, type Json, jsonIn, numbering, withAnswer } from "./plays/exchanges.ts"
import { withOptionalTfn } from "./plays/registrations.ts"

/** Says more in a refusal. */
const inRefusals = (more: (call: Call) => Json): Exchange =>
  answering("registration", (reply, call) =>
    reply.status === 400 ? withAnswer(reply, { ...jsonIn(reply), ...more(call) }) : reply
  )

const tfnInAnswer = answeringMember((sent) => ({ tfn: sent["tfn"] }))

const tfnInGroups = answeringMember((sent) => ({
  reference: String(sent["tfn"] ?? "").replace(/(\d{3})(?=\d)/g, "$1 ")
}))

const tfnInHeader = answering("registration", (reply, call) => ({
  ...reply,
  headers: { ...reply.headers, "x-member-key": String(jsonIn(call)["tfn"] ?? "none") }
}))

const tfnAsMemberNumber = numbering((number, call) => jsonIn(call)["tfn"] ?? number)

const tfnInError = inRefusals((call) => ({ rejected: jsonIn(call)["tfn"] }))

export const privacy = ofGroup("privacy", [
  {
    name: "tfn-in-answer",
    sentence: "The fund answers with the tax file number.",
    killedBy: ["PRIVACY-2.3-1"],
    finding: "fail: The tax file number comes back in the answer to a registration.",
    play: () => ({ exchange: tfnInAnswer })
  },
  {
    name: "tfn-in-groups",
    sentence: "The fund answers with the tax file number, written in groups of three digits.",
    killedBy: ["PRIVACY-2.3-1"],
    finding: "fail: The tax file number comes back in the answer to a registration.",
    play: () => ({ exchange: tfnInGroups })
  },
  {
    name: "tfn-in-header",
    sentence: "The fund answers with the tax file number in a header.",
    killedBy: ["PRIVACY-2.3-1"],
    finding: "fail: The tax file number comes back in the answer to a registration.",
    play: () => ({ exchange: tfnInHeader })
  },
  {
    name: "tfn-as-base64",
    sentence: "The fund answers with the tax file number as base64.",
    killedBy: ["PRIVACY-2.3-1"],
    finding: "fail: The tax file number comes back in the answer to a registration.",
    play: () => ({
      exchange: answeringMember((sent) => ({
        reference: Buffer.from(String(sent["tfn"] ?? "")).toString("base64")
      }))
    })
  },
  {
    name: "last-digits-of-tfn",
    sentence: "The fund answers with the last three digits of the tax file number.",
    killedBy: ["PRIVACY-2.3-1"],
    finding: "warn: The last digits of the tax file number come back in the answer to a registration.",
    play: () => ({
      exchange: answeringMember((sent) => ({
        reference: `TFN ending ${String(sent["tfn"] ?? "").slice(-3)}`
      }))
    })
  },
  {
    name: "tfn-as-member-number",
    sentence: "The fund uses the tax file number as the member number.",
    killedBy: ["PRIVACY-2.3-1"],
    finding: "fail: The tax file number comes back in the answer to a registration.",
    play: () => ({ exchange: tfnAsMemberNumber })
  },
  // The same leaks where the number is optional: a kit that sends none sees none.
  {
    name: "optional-tfn-in-answer",
    sentence: "The fund answers with the tax file number, which is optional.",
    killedBy: ["PRIVACY-2.3-1"],
    finding: "fail: The tax file number comes back in the answer to a registration.",
    play: () => withOptionalTfn(tfnInAnswer)
  },
  {
    name: "optional-tfn-in-groups",
    sentence:
      "The fund answers with the tax file number, written in groups of three digits, which is optional.",
    killedBy: ["PRIVACY-2.3-1"],
    finding: "fail: The tax file number comes back in the answer to a registration.",
    play: () => withOptionalTfn(tfnInGroups)
  },
  {
    name: "optional-tfn-in-header",
    sentence: "The fund answers with the tax file number in a header, which is optional.",
    killedBy: ["PRIVACY-2.3-1"],
    finding: "fail: The tax file number comes back in the answer to a registration.",
    play: () => withOptionalTfn(tfnInHeader)
  },
  {
    name: "optional-tfn-as-member-number",
    sentence: "The fund uses the tax file number as the member number, which is optional.",
    killedBy: ["PRIVACY-2.3-1"],
    finding: "fail: The tax file number comes back in the answer to a registration.",
    play: () => withOptionalTfn(tfnAsMemberNumber)
  },
  {
    name: "optional-tfn-in-error",
    sentence: "The fund repeats the tax file number in an error, which is optional.",
    killedBy: ["PRIVACY-7-1"],
    finding: "fail: The tax file number comes back in an error.",
    play: () => withOptionalTfn(tfnInError)
  },
  {
    name: "tfn-in-error",
    sentence: "The fund repeats the tax file number in an error.",
    killedBy: ["PRIVACY-7-1"],
    finding: "fail: The tax file number comes back in an error.",
    play: () => ({ exchange: tfnInError })
  },
  {
    name: "request-in-error",
    sentence: "The fund repeats the whole request in an error.",
    killedBy: ["PRIVACY-7-1"],
    finding: "fail: The tax file number comes back in an error.",
    play: () => ({ exchange: inRefusals((call) => ({ request: call.body.toString() })) })
  },
  {
    name: "birth-date-in-member-number",
    sentence: "The fund makes member numbers of the date of birth.",
    killedBy: ["PRIVACY-2.3-2"],
    finding: "warn: The member number is made of the date of birth.",
    play: () => ({
      exchange: numbering(
        (number, call) => `${String(jsonIn(call)["date_of_birth"]).replaceAll("-", "")}${number.slice(-4)}`
      )
    })
  },
  {
    name: "birth-date-in-answer",
    sentence: "The fund answers with the date of birth.",
    killedBy: ["PRIVACY-2.3-2"],
    finding: "warn: The date of birth comes back in the answer to a registration.",
    play: () => ({ exchange: answeringMember((sent) => ({ date_of_birth: sent["date_of_birth"] })) })
  },
  {
    name: "local-birth-date-in-answer",
    sentence: "The fund answers with the date of birth as people write it, the day first.",
    killedBy: ["PRIVACY-2.3-2"],
    finding: "warn: The date of birth comes back in the answer to a registration.",
    play: () => ({
      exchange: answeringMember((sent) => ({
        born: String(sent["date_of_birth"]).split("-").toReversed().join("/")
      }))
    })
  },
  {
    name: "address-in-answer",
    sentence: "The fund answers with the address.",
    killedBy: ["PRIVACY-2.3-2"],
    finding: "warn: The address comes back in the answer to a registration.",
    play: () => ({ exchange: answeringMember((sent) => ({ address: sent["address_line_1"] })) })
  },
  {
    name: "birth-date-in-error",
    sentence: "The fund repeats the date of birth in an error.",
    killedBy: ["PRIVACY-7-2"],
    finding: "warn: The date of birth comes back in an error.",
    play: () => ({ exchange: inRefusals((call) => ({ born: jsonIn(call)["date_of_birth"] })) })
  },
  {
    name: "family-name-in-error",
    sentence: "The fund repeats the family name, in capital letters, in an error.",
    killedBy: ["PRIVACY-7-2"],
    finding: "warn: The family name comes back in an error.",
    play: () => ({
      exchange: answering("registration", (reply, call) => {
        const name = jsonIn(call)["family_name"]
        return reply.status === 400 && typeof name === "string"
          ? withAnswer(reply, { ...jsonIn(reply), detail: `Refused: ${name.toUpperCase()}` })
          : reply
      })
    })
  },
  {
    name: "rejected-value-in-error",
    sentence: "The fund repeats a rejected value in its error.",
    killedBy: ["PRIVACY-7-2"],
    finding: "warn: The e-mail address comes back in an error.",
    play: () => ({
      exchange: inRefusals((call) => ({ detail: `${String(jsonIn(call)["email"])} is not valid` }))
    })
  }
])
