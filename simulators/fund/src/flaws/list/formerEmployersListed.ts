import { lookupAbns } from "../../magicValues.ts"
import type { Flaw } from "../Flaw.ts"

export const formerEmployersListed: Flaw = {
  name: "former-employers-listed",
  group: "list",
  sentence: "The list has employers that once used the fund.",
  killedBy: ["LIST-2.6-13"],
  play: () => ({
    list: ({ name, text }) => ({
      name,
      text: `${String(text)}${lookupAbns.former_employer_abn},EMP-000007\n`
    })
  })
}
