import * as Duration from "effect/Duration"
import type { ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { Findings } from "../../personal-data/Findings.ts"
import { normalisePhoneNumber } from "../../personal-data/phoneNumber.ts"
import type { StoredSession } from "../SessionsRepo.ts"
import { toTimestamp } from "../../platform/time/timestamp.ts"
import { verificationNotPossible } from "../employee-embed/steps.ts"

/** The limits of phone verification (D-phone-verification): they prevent guessing of codes and flooding of phones. */
export const RULES = {
  digits: 6,
  /** Wrong attempts that invalidate a code. */
  attempts: 3,
  validFor: Duration.toMillis(Duration.minutes(10)),
  /** Minimum wait between two codes of a session. */
  pause: Duration.toMillis(Duration.seconds(30)),
  /** Wait after the last attempt was wrong. */
  longPause: Duration.toMillis(Duration.minutes(10)),
  /** Maximum codes of one session. */
  codes: 10
} as const

/** When the next code may be requested, after a code was sent or its last attempt was wrong. */
export const nextAt = (at: Date, attemptsLeft: number) =>
  new Date(at.getTime() + (attemptsLeft === 0 ? RULES.longPause : RULES.pause))

const refused = (detail: string) => Result.fail({ code: "not_allowed" as const, detail })

/** The phone that a code goes to: the partner's, or any mobile if the partner gave none. */
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

/** The refusals of a code that can't be sent or checked at this moment. */
export const notPossible = {
  yet: (next: Date) => verificationNotPossible(`The next code can be requested at ${toTimestamp(next)}.`),
  anyMore: verificationNotPossible(
    "Too many codes were sent. Ask your employer to confirm your contact details."
  ),
  now: verificationNotPossible("The code could not be sent. Try again in a moment."),
  withoutCode: verificationNotPossible("There is no valid code. Request a new one."),
  usedUp: verificationNotPossible("No attempts are left for this code. Request a new one after ten minutes.")
} as const
