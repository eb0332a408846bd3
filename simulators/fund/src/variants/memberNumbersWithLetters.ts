import type { OtherFund } from "../flaws/Flaw.ts"
import { numbering } from "../flaws/exchanges.ts"

export const memberNumbersWithLetters: OtherFund = {
  name: "member-numbers-with-letters",
  sentence: "The fund has member numbers of letters, hyphens, slashes and full stops.",
  play: () => ({ exchange: numbering((number) => `Mem-${number.slice(0, 4)}/x.${number.slice(4)}`) })
}
