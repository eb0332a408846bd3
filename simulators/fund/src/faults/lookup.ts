/** Funds that answer lookups of employers wrongly. */
import type { Exchange, Reply } from "@embedded-super/simulator-kit"
import { lookupAbns } from "../magicValues.ts"
import { ofGroup } from "./Fault.ts"
import {
  answering,
  isGood,
  json,
  jsonIn,
  on,
  onLookup,
  problem,
  reading,
  withAnswer,
  isFormer,
  isOneOfHalf,
  overMatching
} from "./plays/exchanges.ts"

const where =
  (employer_found: boolean) =>
  (answer: (reply: Reply) => Reply): Exchange =>
    answering("lookup", (reply) =>
      jsonIn(reply)["employer_found"] === employer_found ? answer(reply) : reply
    )

/** Changes the answers that find an employer. */
const matches = where(true)

/** Changes the answers that find none. */
const noMatches = where(false)

const withEmployerNumber = (employer_number: unknown): Exchange =>
  matches((reply) => withAnswer(reply, { employer_found: true, employer_details: { employer_number } }))

/** So few valid ABNs have nine digits in common that only wrong check digits show it. */
const partMatching = (part: (abn: string) => string): Exchange =>
  answering("lookup", (reply, call) =>
    reply.status !== 401 && part(String(jsonIn(call)["abn"])) === part(lookupAbns.matching_abn)
      ? json(200, { employer_found: true })
      : reply
  )

const notFound = () => problem(404, "not_found", "There is no such employer")

export const lookup = ofGroup("lookup", [
  {
    name: "every-abn-matches",
    sentence: "The fund finds every employer.",
    killedBy: ["LOOKUP-2.5-6", "LOOKUP-2.5-4"],
    finding: "fail: The fund finds employers that were made up.",
    play: () => ({ exchange: overMatching(() => true) })
  },
  {
    name: "shared-beginning-matches",
    sentence: "The fund finds employers whose ABNs begin like one of its own.",
    killedBy: ["LOOKUP-2.5-7"],
    finding: "fail: The fund finds employers whose ABNs only begin like the ABN of an employer of the fund.",
    play: () => ({ exchange: overMatching((abn, own) => abn.slice(0, 8) === own.slice(0, 8)) })
  },
  {
    name: "shared-end-matches",
    sentence: "The fund finds employers whose ABNs end like one of its own.",
    killedBy: ["LOOKUP-2.5-8"],
    finding: "fail: The fund finds employers whose ABNs only end like the ABN of an employer of the fund.",
    play: () => ({ exchange: overMatching((abn, own) => abn.slice(3) === own.slice(3)) })
  },
  {
    name: "first-nine-digits-match",
    sentence: "The fund finds an employer by the first nine digits of its ABN.",
    killedBy: ["LOOKUP-2.5-13"],
    finding: "fail: The fund finds an employer by the first nine digits of its ABN alone.",
    play: () => ({ exchange: partMatching((abn) => abn.slice(0, 9)) })
  },
  {
    name: "first-ten-digits-match",
    sentence: "The fund finds an employer by the first ten digits of its ABN.",
    killedBy: ["LOOKUP-2.5-13"],
    finding: "fail: The fund finds an employer by the first ten digits of its ABN alone.",
    play: () => ({ exchange: partMatching((abn) => abn.slice(0, 10)) })
  },
  {
    name: "company-number-matches",
    sentence: "The fund finds an employer by the last nine digits of its ABN, which are a company's number.",
    killedBy: ["LOOKUP-2.5-13"],
    finding: "fail: The fund finds an employer by the last nine digits of its ABN alone.",
    play: () => ({ exchange: partMatching((abn) => abn.slice(2)) })
  },
  {
    name: "last-ten-digits-match",
    sentence: "The fund finds an employer by the last ten digits of its ABN.",
    killedBy: ["LOOKUP-2.5-13"],
    finding: "fail: The fund finds an employer by the last ten digits of its ABN alone.",
    play: () => ({ exchange: partMatching((abn) => abn.slice(1)) })
  },
  {
    name: "former-employer-matches",
    sentence: "The fund finds employers that have left it.",
    killedBy: ["LOOKUP-2.5-5"],
    finding: "fail: The fund finds an employer that has left it (check.former_employer_abn).",
    play: () => ({ exchange: overMatching((abn) => abn === lookupAbns.former_employer_abn) })
  },
  {
    name: "own-employer-missed",
    sentence: "The fund doesn't find its employers.",
    killedBy: ["LOOKUP-2.5-1"],
    finding:
      "fail: The fund doesn't find an employer that the profile names as its own (check.matching_abn).",
    play: () => ({
      exchange: answering("lookup", (reply) => (isGood(reply) ? json(200, { employer_found: false }) : reply))
    })
  },
  {
    name: "no-match-answered-404",
    sentence: "The fund answers 404 if an employer is not found.",
    killedBy: ["LOOKUP-2.5-4"],
    finding: "fail: The fund answers 404 in place of a lookup's result.",
    play: () => ({ exchange: noMatches(() => problem(404, "not_found", "The employer is not found")) })
  },
  {
    name: "no-match-answered-204",
    sentence: "The fund answers 204 if an employer is not found.",
    killedBy: ["LOOKUP-2.5-4"],
    finding: "fail: A lookup's answer has no employer_found of true or false.",
    play: () => ({ exchange: noMatches(() => ({ status: 204, headers: {}, body: "" })) })
  },
  {
    name: "no-match-with-null",
    sentence: "The fund answers a lookup without a match with employer_details null.",
    killedBy: ["LOOKUP-2.5-4"],
    finding: "fail: The fund's answer without a match holds more than employer_found.",
    play: () => ({
      exchange: noMatches((reply) => withAnswer(reply, { employer_found: false, employer_details: null }))
    })
  },
  {
    name: "no-match-with-more",
    sentence: "The fund answers a lookup without a match with a message.",
    killedBy: ["LOOKUP-2.5-4"],
    finding: "fail: The fund's answer without a match holds more than employer_found.",
    play: () => ({
      exchange: noMatches((reply) =>
        withAnswer(reply, { employer_found: false, message: "No such employer" })
      )
    })
  },
  {
    name: "no-match-empty",
    sentence: "The fund answers a lookup without a match with an empty object.",
    killedBy: ["LOOKUP-2.5-4"],
    finding: "fail: A lookup's answer has no employer_found of true or false.",
    play: () => ({ exchange: noMatches((reply) => withAnswer(reply, {})) })
  },
  {
    name: "match-with-null",
    sentence: "The fund answers a match with employer_details null.",
    killedBy: ["LOOKUP-2.5-2"],
    finding: "warn: The fund gives employer_details as null.",
    play: () => ({
      exchange: matches((reply) => withAnswer(reply, { employer_found: true, employer_details: null }))
    })
  },
  {
    name: "employer-number-null",
    sentence: "The fund answers a match with employer_number null.",
    killedBy: ["LOOKUP-2.5-3"],
    finding: "warn: The fund gives employer_number as null.",
    play: () => ({ exchange: withEmployerNumber(null) })
  },
  {
    name: "employer-number-as-number",
    sentence: "The fund gives the employer number as a number.",
    killedBy: ["LOOKUP-2.5-3"],
    finding: "fail: The fund gives an employer_number that breaks the specification.",
    play: () => ({ exchange: withEmployerNumber(4512) })
  },
  {
    name: "employer-number-empty",
    sentence: "The fund gives an empty employer number.",
    killedBy: ["LOOKUP-2.5-3"],
    finding: "warn: The fund gives an empty employer_number.",
    play: () => ({ exchange: withEmployerNumber("") })
  },
  {
    name: "employer-number-too-long",
    sentence: "The fund gives employer numbers of 65 characters.",
    killedBy: ["LOOKUP-2.5-3"],
    finding: "warn: The fund gives an employer_number that is longer than 64 characters or not printable.",
    play: () => ({ exchange: withEmployerNumber("E".repeat(65)) })
  },
  {
    name: "employer-number-placeholder",
    sentence: "The fund answers a match with N/A as employer_number.",
    killedBy: ["LOOKUP-2.5-3"],
    finding: "warn: The fund gives a placeholder as employer_number, such as 0 or N/A.",
    play: () => ({ exchange: withEmployerNumber("N/A") })
  },
  {
    name: "spaced-abn-accepted",
    sentence: "The fund accepts ABNs with spaces.",
    killedBy: ["LOOKUP-2.5-12"],
    finding: "warn: The fund accepts an ABN with spaces.",
    play: () => ({
      exchange: reading("lookup", (body) =>
        typeof body["abn"] === "string" ? { ...body, abn: body["abn"].replaceAll(" ", "") } : body
      )
    })
  },
  {
    name: "changing-lookup",
    sentence: "The fund finds an employer only every second time.",
    killedBy: ["LOOKUP-2.5-10"],
    finding: "fail: The fund answers the same lookup in different ways.",
    play: () => {
      let count = 0
      return {
        exchange: answering("lookup", (reply) =>
          jsonIn(reply)["employer_found"] === true && ++count % 2 === 0
            ? withAnswer(reply, { employer_found: false })
            : reply
        )
      }
    }
  },
  {
    name: "slow-lookup",
    sentence: "The fund answers lookups after three seconds.",
    killedBy: ["LOOKUP-2.5-11"],
    finding: "fail: The fund answers a lookup later than after 2.5 seconds.",
    play: () => ({
      exchange: on("lookup", async (call, serve) => {
        await new Promise((passed) => setTimeout(passed, 3000))
        return serve(call)
      })
    })
  },
  {
    name: "former-employer-late",
    sentence: "The fund answers an employer that has left it after three seconds.",
    killedBy: ["LOOKUP-2.5-11"],
    finding: "fail: The fund answers a lookup later than after 2.5 seconds.",
    play: () => ({
      exchange: on("lookup", async (call, serve) => {
        if (isFormer(jsonIn(call))) await new Promise((passed) => setTimeout(passed, 3000))
        return serve(call)
      })
    })
  },
  {
    name: "unknown-employers-answered-404",
    sentence: "The fund answers 404 to half of the employers that it doesn't know.",
    killedBy: ["LOOKUP-2.5-6"],
    finding: "fail: The fund answers 404 in place of a lookup's result.",
    play: () => ({ exchange: onLookup(isOneOfHalf, notFound) })
  },
  {
    name: "former-employer-answered-404",
    sentence: "The fund answers 404 to an employer that has left it.",
    killedBy: ["LOOKUP-2.5-5"],
    finding: "fail: The fund answers 404 in place of a lookup's result.",
    play: () => ({ exchange: onLookup(isFormer, notFound) })
  }
])
