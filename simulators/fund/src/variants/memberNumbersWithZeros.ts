import type { OtherFund } from "../flaws/Flaw.ts"
import { numbering } from "../flaws/exchanges.ts"

export const memberNumbersWithZeros: OtherFund = {
  name: "member-numbers-with-zeros",
  sentence: "The fund has short member numbers that begin with zeros.",
  play: () => ({ exchange: numbering((number) => `000${number.slice(-4)}`) })
}
