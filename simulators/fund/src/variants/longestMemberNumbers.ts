import type { OtherFund } from "../flaws/Flaw.ts"
import { numbering } from "../flaws/exchanges.ts"

export const longestMemberNumbers: OtherFund = {
  name: "longest-member-numbers",
  sentence: "The fund has member numbers of sixty-four characters.",
  play: () => ({ exchange: numbering((number) => number.padStart(64, "A")) })
}
