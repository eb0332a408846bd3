/** Funds whose member numbers are no use. */
import { ofGroup } from "../Fault.ts"
import { answeringWith, isGood, numberIn, numbering, on, withNumber } from "../plays/exchanges.ts"

const BETWEEN = 10

export const memberNumbers = ofGroup("register", [
  {
    name: "member-number-as-number",
    sentence: "The fund answers the member number as a number.",
    killedBy: ["REGISTER-2.4-1"],
    finding: "fail: The member number isn't a text.",
    play: () => ({ exchange: numbering((number) => Number(number)) })
  },
  {
    name: "member-number-missing",
    sentence: "The fund answers without a member number.",
    killedBy: ["REGISTER-2.4-2"],
    finding: "fail: The answer to a registration has no member number.",
    play: () => ({ exchange: answeringWith("registration", (body) => ({ ...body, member_details: {} })) })
  },
  {
    name: "member-number-null",
    sentence: "The fund answers null as the member number.",
    killedBy: ["REGISTER-2.4-2"],
    finding: "fail: The answer to a registration has no member number.",
    play: () => ({ exchange: numbering(() => null) })
  },
  {
    name: "member-number-empty",
    sentence: "The fund answers an empty member number.",
    killedBy: ["REGISTER-2.4-3"],
    finding: "fail: The member number is empty.",
    play: () => ({ exchange: numbering(() => "") })
  },
  {
    name: "member-number-blank",
    sentence: "The fund answers a member number of spaces.",
    killedBy: ["REGISTER-2.4-3"],
    finding: "fail: The member number is empty.",
    play: () => ({ exchange: numbering(() => "   ") })
  },
  {
    name: "member-number-placeholder",
    sentence: "The fund answers a placeholder as the member number.",
    killedBy: ["REGISTER-2.4-4"],
    finding: "fail: The member number is a placeholder.",
    play: () => ({ exchange: numbering(() => "Pending") })
  },
  {
    name: "member-number-zero",
    sentence: "The fund answers 0 as the member number.",
    killedBy: ["REGISTER-2.4-4"],
    finding: "fail: The member number is a placeholder.",
    play: () => ({ exchange: numbering(() => "0") })
  },
  {
    name: "member-number-too-long",
    sentence: "The fund answers a member number of sixty-five characters.",
    killedBy: ["REGISTER-2.4-5"],
    finding: "fail: The member number is longer than 64 characters.",
    play: () => ({ exchange: numbering((number) => number.padStart(65, "0")) })
  },
  {
    name: "member-number-with-line-break",
    sentence: "The fund answers a member number with a line break in it.",
    killedBy: ["REGISTER-2.4-5"],
    finding: "fail: The member number has characters that can't be printed.",
    play: () => ({ exchange: numbering((number) => `${number.slice(0, 4)}\n${number.slice(4)}`) })
  },
  {
    name: "member-number-padded",
    sentence: "The fund fills member numbers with spaces up to a fixed length.",
    killedBy: ["REGISTER-2.4-5"],
    finding: "warn: The member number has spaces or line ends around it.",
    play: () => ({ exchange: numbering((number) => number.padEnd(20)) })
  },
  {
    name: "member-number-for-all",
    sentence: "The fund answers the same member number for everyone.",
    killedBy: ["REGISTER-2.4-6"],
    finding: "fail: Two persons get the same member number.",
    play: () => ({ exchange: numbering(() => "0012345678") })
  },
  {
    name: "number-counted-without-lock",
    sentence: "The fund counts its members first and writes the new one later, so two get the same number.",
    killedBy: ["REGISTER-2.4-7"],
    finding: "fail: Two persons who were registered at the same time get the same member number.",
    play: () => {
      const given = new Map<string, string>()
      let members = 0
      return {
        exchange: on("registration", async (call, serve) => {
          const next = `W${members + 1}`
          const reply = await serve(call)
          if (!isGood(reply)) return reply
          const number = numberIn(reply)
          const isNew = !given.has(number)
          if (isNew) given.set(number, next)
          await new Promise((passed) => setTimeout(passed, BETWEEN))
          if (isNew) members += 1
          return withNumber(reply, given.get(number))
        })
      }
    }
  }
])
