/** Funds that don't recognise a member, or take two people for one. */
import type { Exchange, Reply } from "@embedded-super/simulator-kit"
import { type Hooks, ofGroup } from "../Fault.ts"
import {
  answering,
  isGood,
  jsonIn,
  keyOf,
  numberIn,
  numbering,
  on,
  problem,
  withAnswer,
  withNumber
} from "../plays/exchanges.ts"

/** Changes the answers for persons who are members already. A repeat of a key is answered as before. */
const toMembers = (change: (reply: Reply, latestNumber: string) => Reply): Exchange => {
  const answered = new Map<string, Reply>()
  let latest = ""
  return answering("registration", (reply, call) => {
    if (!isGood(reply)) return reply
    const key = keyOf(call)
    const before = answered.get(key)
    if (reply.status !== 201) return before ?? change(reply, latest)
    answered.set(key, reply)
    latest = numberIn(reply)
    return reply
  })
}

/** Recognises a person by fields that two persons may have in common. */
const recognisingBy = (...fields: ReadonlyArray<string>): Hooks => {
  const numbers = new Map<string, string>()
  return {
    exchange: answering("registration", (reply, call) => {
      const body = jsonIn(call)
      if (!isGood(reply) || fields.some((field) => typeof body[field] !== "string")) return reply
      const mark = JSON.stringify(fields.map((field) => body[field])).toLowerCase()
      const known = numbers.get(mark)
      numbers.set(mark, known ?? numberIn(reply))
      return known === undefined ? reply : withNumber({ ...reply, status: 200 }, known)
    })
  }
}

export const persons = ofGroup("register", [
  {
    name: "existing-member-refused",
    sentence: "The fund refuses a person who is a member already.",
    killedBy: ["REGISTER-4.2-3"],
    finding: "fail: The fund refuses a person who is a member already.",
    play: () => {
      const keys = new Map<string, string>()
      return {
        exchange: answering("registration", (reply, call) => {
          if (!isGood(reply)) return reply
          const first = keys.get(numberIn(reply))
          keys.set(numberIn(reply), first ?? keyOf(call))
          return first === undefined || first === keyOf(call)
            ? reply
            : problem(409, "conflict", "The person is a member already")
        })
      }
    }
  },
  {
    name: "existing-member-new-number",
    sentence: "The fund registers a person who is a member already once more, under another number.",
    killedBy: ["REGISTER-4.2-3"],
    finding: "warn: The fund gives a person who is a member already another member number.",
    play: () => {
      const numbers = new Map<string, Map<string, string>>()
      return {
        exchange: numbering((number, call) => {
          const ofPerson = numbers.get(number) ?? new Map<string, string>()
          numbers.set(number, ofPerson)
          const given =
            ofPerson.get(keyOf(call)) ?? `${number}${ofPerson.size === 0 ? "" : `-${ofPerson.size}`}`
          ofPerson.set(keyOf(call), given)
          return given
        })
      }
    }
  },
  {
    name: "existing-member-without-number",
    sentence: "The fund answers a person who is a member already without the member number.",
    killedBy: ["REGISTER-4.2-7"],
    finding: "fail: The answer for a person who is a member already has no usable member number.",
    play: () => ({ exchange: toMembers((reply) => withAnswer(reply, { member_details: {} })) })
  },
  {
    name: "existing-member-without-body",
    sentence: "The fund answers 204 without a body to a person who is a member already.",
    killedBy: ["REGISTER-4.2-7"],
    finding: "fail: The answer for a person who is a member already has no usable member number.",
    play: () => ({ exchange: toMembers(() => ({ status: 204, headers: {}, body: "" })) })
  },
  {
    name: "existing-member-another-persons-number",
    sentence: "The fund answers a person who is a member already with the number of the latest new member.",
    killedBy: ["REGISTER-4.2-7"],
    finding: "fail: The fund gives a person who is a member already another person's member number.",
    play: () => ({ exchange: toMembers((reply, latest) => withNumber(reply, latest)) })
  },
  {
    name: "shared-email-is-one-member",
    sentence: "The fund takes two people with the same e-mail address for one member.",
    killedBy: ["REGISTER-4.2-6"],
    finding: "fail: The fund takes two persons with the same e-mail address for one member.",
    play: () => recognisingBy("email")
  },
  {
    name: "twins-are-one-member",
    sentence: "The fund takes two people with the same family name and date of birth for one member.",
    killedBy: ["REGISTER-2.4-9"],
    finding:
      "fail: The fund takes two persons with the same family name, date of birth, phone number and address for one member.",
    play: () => recognisingBy("family_name", "date_of_birth")
  },
  {
    name: "couples-are-one-member",
    sentence:
      "The fund takes two people with the same family name, e-mail address and address for one member.",
    killedBy: ["REGISTER-2.4-10"],
    finding:
      "fail: The fund takes two persons with the same family name, e-mail address, phone number and address for one member.",
    play: () => recognisingBy("family_name", "email", "address_line_1", "locality")
  },
  {
    name: "shared-phone-is-one-member",
    sentence: "The fund takes two people with the same phone number for one member.",
    killedBy: ["REGISTER-2.4-11"],
    finding: "fail: The fund takes two persons with the same phone number for one member.",
    play: () => recognisingBy("phone_number")
  },
  {
    name: "shared-address-is-one-member",
    sentence: "The fund takes two people with the same address for one member.",
    killedBy: ["REGISTER-2.4-12"],
    finding: "fail: The fund takes two persons with the same address for one member.",
    play: () => recognisingBy("address_line_1", "locality", "postcode")
  },
  {
    name: "exempt-persons-are-one-member",
    sentence:
      "The fund takes all people without a tax file number for one member, for each kind of exemption.",
    killedBy: ["REGISTER-2.4-8"],
    finding: "fail: The fund takes two persons with the TFN exemption not_quoted for one member.",
    play: () => recognisingBy("tfn_exemption_type")
  },
  {
    name: "shared-email-refused",
    sentence: "The fund refuses a person whose e-mail address another member has.",
    killedBy: ["REGISTER-4.2-6"],
    finding: "warn: The fund refuses a person whose e-mail address another member has.",
    play: () => {
      const numbers = new Map<string, string>()
      return {
        exchange: on("registration", async (call, serve) => {
          const reply = await serve(call)
          const { email } = jsonIn(call)
          if (!isGood(reply) || typeof email !== "string") return reply
          const known = numbers.get(email) ?? numberIn(reply)
          numbers.set(email, known)
          return known === numberIn(reply) ? reply : problem(409, "conflict", "The e-mail address is in use")
        })
      }
    }
  }
])
