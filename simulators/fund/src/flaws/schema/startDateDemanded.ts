import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const startDateDemanded: Flaw = {
  name: "start-date-demanded",
  group: "schema",
  sentence: "The fund refuses a registration without a start date of employment.",
  killedBy: ["SCHEMA-2.3-2"],
  play: () => ({ exchange: refusing((body) => !("employment_start_date" in body)) })
}
