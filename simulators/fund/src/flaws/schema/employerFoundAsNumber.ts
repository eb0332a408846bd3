import type { Flaw } from "../Flaw.ts"
import { answeringWith } from "../exchanges.ts"

export const employerFoundAsNumber: Flaw = {
  name: "employer-found-as-number",
  group: "schema",
  sentence: "The fund answers employer_found as 0 or 1.",
  killedBy: ["SCHEMA-2.5-1"],
  play: () => ({
    exchange: answeringWith("lookup", (body) => ({ ...body, employer_found: Number(body["employer_found"]) }))
  })
}
