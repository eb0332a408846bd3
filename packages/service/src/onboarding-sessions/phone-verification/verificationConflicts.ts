import { EmbedConflict } from "@embedded-super/contracts/problems"
import { toTimestamp } from "../../platform/time/timestamp.ts"
import { savableSteps } from "../employee-embed/steps.ts"

const conflict = (detail: string) =>
  new EmbedConflict({
    code: "verification_not_possible",
    detail,
    state: "collect_phone_verification",
    allowed: savableSteps("collect_phone_verification")
  })

/** Why a code can't be sent or checked at this moment. */
export const notPossible = {
  yet: (next: Date) => conflict(`The next code can be requested at ${toTimestamp(next)}.`),
  anyMore: conflict("Too many codes were sent. Ask your employer to confirm your contact details."),
  now: conflict("The code could not be sent. Try again in a moment."),
  withoutCode: conflict("There is no code that is still good. Request a new one."),
  usedUp: conflict("The code is used up. Request a new one after ten minutes.")
} as const
