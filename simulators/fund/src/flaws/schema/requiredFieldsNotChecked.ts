import type { Flaw } from "../Flaw.ts"
import { completing } from "../exchanges.ts"

export const requiredFieldsNotChecked: Flaw = {
  name: "required-fields-not-checked",
  group: "schema",
  sentence: "The fund registers a person although required fields are missing.",
  killedBy: ["SCHEMA-7-1"],
  play: () => ({ exchange: completing(() => true) })
}
