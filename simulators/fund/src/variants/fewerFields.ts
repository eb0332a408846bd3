import type { OtherFund } from "../flaws/Flaw.ts"

export const fewerFields: OtherFund = {
  name: "fewer-fields",
  sentence: "The fund takes fewer fields and no TFN exemption, and exchanges files.",
  options: { fund: "telopea", lookup: "plain_list" },
  play: () => ({})
}
