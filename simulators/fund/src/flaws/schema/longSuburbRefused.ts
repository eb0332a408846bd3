import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const longSuburbRefused: Flaw = {
  name: "long-suburb-refused",
  group: "schema",
  sentence: "The fund refuses a suburb of more than 30 letters.",
  killedBy: ["SCHEMA-2.3-6"],
  play: () => ({
    exchange: refusing(({ locality }) => String(locality).length > 30)
  })
}
