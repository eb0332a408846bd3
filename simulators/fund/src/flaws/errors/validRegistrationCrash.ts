import type { Flaw } from "../Flaw.ts"
import { crashed, lacksRequired, refusing } from "../exchanges.ts"

export const validRegistrationCrash: Flaw = {
  name: "valid-registration-crash",
  group: "errors",
  sentence: "The fund answers 500 to every registration.",
  killedBy: ["ERRORS-7-5"],
  play: () => ({ exchange: refusing((body) => !lacksRequired(body), crashed) })
}
