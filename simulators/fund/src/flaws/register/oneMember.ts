import type { Flaw } from "../Flaw.ts"
import { answering, isGood, jsonIn, numberIn, withNumber } from "../exchanges.ts"

const rows: ReadonlyArray<
  readonly [name: string, whom: string, check: string, fields: ReadonlyArray<string>]
> = [
  ["shared-email-is-one-member", "with the same e-mail address", "REGISTER-4.2-6", ["email"]],
  [
    "twins-are-one-member",
    "with the same family name and date of birth",
    "REGISTER-2.4-9",
    ["family_name", "date_of_birth"]
  ],
  [
    "couples-are-one-member",
    "with the same family name, e-mail address and address",
    "REGISTER-2.4-10",
    ["family_name", "email", "address_line_1", "locality"]
  ],
  ["shared-phone-is-one-member", "with the same phone number", "REGISTER-2.4-11", ["phone_number"]],
  [
    "shared-address-is-one-member",
    "with the same address",
    "REGISTER-2.4-12",
    ["address_line_1", "locality", "postcode"]
  ]
]

/** By what a fund recognises a person, although two persons may have it in common. */
export const oneMember: ReadonlyArray<Flaw> = rows.map(([name, whom, check, fields]) => ({
  name,
  group: "register",
  sentence: `The fund takes two people ${whom} for one member.`,
  killedBy: [check],
  play: () => {
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
}))
