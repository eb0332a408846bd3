import type { Flaw } from "../Flaw.ts"
import { lookupAbns } from "../../magicValues.ts"
import { answering, jsonIn, json } from "../exchanges.ts"

const rows: ReadonlyArray<readonly [name: string, words: string, part: (abn: string) => string]> = [
  ["first-nine-digits-match", "the first nine digits of its ABN", (abn) => abn.slice(0, 9)],
  ["first-ten-digits-match", "the first ten digits of its ABN", (abn) => abn.slice(0, 10)],
  [
    "company-number-matches",
    "the last nine digits of its ABN, which are a company's number",
    (abn) => abn.slice(2)
  ],
  ["last-ten-digits-match", "the last ten digits of its ABN", (abn) => abn.slice(1)]
]

/** So few valid ABNs have nine digits in common that only wrong check digits show it. */
export const partsMatch: ReadonlyArray<Flaw> = rows.map(([name, words, part]) => ({
  name,
  group: "lookup",
  sentence: `The fund finds an employer by ${words}.`,
  killedBy: ["LOOKUP-2.5-13"],
  play: () => ({
    exchange: answering("lookup", (reply, call) =>
      reply.status !== 401 && part(String(jsonIn(call)["abn"])) === part(lookupAbns.matching_abn)
        ? json(200, { employer_found: true })
        : reply
    )
  })
}))
