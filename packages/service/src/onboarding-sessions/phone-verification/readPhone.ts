import type { ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { Findings } from "../../personal-data/Findings.ts"
import { normalisePhoneNumber } from "../../personal-data/phoneNumber.ts"
import type { StoredSession } from "../SessionsRepo.ts"

const refused = (detail: string) => Result.fail({ code: "not_allowed" as const, detail })

/** The phone that a code goes to: the one that the partner gave, or any mobile if it gave none. */
export const readPhone = (
  { details }: StoredSession,
  input: S.EmbedCodeRequest
): Effect.Effect<S.PhoneNumber, ValidationFailed> => {
  const findings = new Findings()
  const phone = findings.takeNormalised("#/phone_number", normalisePhoneNumber(input.phone_number))
  if (details.phone_number !== null && details.phone_number !== phone) {
    const detail =
      "The code goes to the phone that your employer has. Ask your employer to change it if it is wrong."
    findings.take("#/phone_number", refused(detail))
  } else if (findings.warnings.some(({ code }) => code === "mobile_preferred")) {
    findings.take("#/phone_number", refused("A code can be sent to a mobile number only."))
  }
  return findings.orRefuse(phone)
}
