import type { Flaw } from "../Flaw.ts"
import { answeringWith, type Json } from "../exchanges.ts"

export const camelCaseAnswer: Flaw = {
  name: "camel-case-answer",
  group: "schema",
  sentence: "The fund names the properties of its answer in camel case.",
  killedBy: ["SCHEMA-2.4-1"],
  play: () => ({
    exchange: answeringWith("registration", ({ member_details }) => ({
      memberDetails: { memberNumber: (member_details as Json)["member_number"] }
    }))
  })
}
