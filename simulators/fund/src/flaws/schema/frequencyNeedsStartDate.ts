import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const frequencyNeedsStartDate: Flaw = {
  name: "frequency-needs-start-date",
  group: "schema",
  sentence: "The fund refuses a TFN exemption with a contribution frequency unless there is a start date.",
  killedBy: ["SCHEMA-2.3-7"],
  play: () => ({
    exchange: refusing(
      (body) =>
        "tfn_exemption_type" in body && "contribution_frequency" in body && !("employment_start_date" in body)
    )
  })
}
