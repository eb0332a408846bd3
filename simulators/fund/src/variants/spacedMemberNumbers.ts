import type { OtherFund } from "../flaws/Flaw.ts"
import { numbering } from "../flaws/exchanges.ts"

export const spacedMemberNumbers: OtherFund = {
  name: "spaced-member-numbers",
  sentence: "The fund writes member numbers in groups, with spaces between them.",
  play: () => ({ exchange: numbering((number) => `${number.slice(0, 4)} ${number.slice(4)}`) })
}
