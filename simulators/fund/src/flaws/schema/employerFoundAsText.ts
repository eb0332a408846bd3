import type { Flaw } from "../Flaw.ts"
import { answeringWith } from "../exchanges.ts"

export const employerFoundAsText: Flaw = {
  name: "employer-found-as-text",
  group: "schema",
  sentence: "The fund answers employer_found as a text.",
  killedBy: ["SCHEMA-2.5-1"],
  play: () => ({
    exchange: answeringWith("lookup", (body) => ({ ...body, employer_found: String(body["employer_found"]) }))
  })
}
