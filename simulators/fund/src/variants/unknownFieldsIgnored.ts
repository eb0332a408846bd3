import type { OtherFund } from "../flaws/Flaw.ts"
import { fieldNames, reading } from "../flaws/exchanges.ts"

export const unknownFieldsIgnored: OtherFund = {
  name: "unknown-fields-ignored",
  sentence: "The fund ignores fields that it does not know.",
  play: () => ({
    exchange: reading("registration", (body) =>
      Object.fromEntries(Object.entries(body).filter(([name]) => fieldNames.has(name)))
    )
  })
}
