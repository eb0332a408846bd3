import type { Flaw } from "../Flaw.ts"
import { crashed, refusing } from "../exchanges.ts"

export const wrongTypeCrash: Flaw = {
  name: "wrong-type-crash",
  group: "schema",
  sentence: "The fund answers 500 to a field of a wrong type.",
  killedBy: ["SCHEMA-7-2"],
  play: () => ({
    exchange: refusing(
      (body) => Object.values(body).some((value) => value !== null && typeof value !== "string"),
      crashed
    )
  })
}
