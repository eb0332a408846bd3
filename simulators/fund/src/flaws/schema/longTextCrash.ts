import type { Flaw } from "../Flaw.ts"
import { crashed, refusing } from "../exchanges.ts"

export const longTextCrash: Flaw = {
  name: "long-text-crash",
  group: "schema",
  sentence: "The fund answers 500 to a text that is longer than its database column.",
  killedBy: ["SCHEMA-7-4"],
  play: () => ({ exchange: refusing(({ locality }) => String(locality ?? "").length > 80, crashed) })
}
