import * as Duration from "effect/Duration"
import { EmbedCodeRefused, type ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { type ReadableBody, wholeBody, Findings, refuse } from "../../personal-data/Findings.ts"
import { normalisePhoneNumber } from "../../personal-data/phoneNumber.ts"
import type { StoredSession } from "../SessionsRepo.ts"
import { toTimestamp } from "../../platform/time/timestamp.ts"
import { verificationNotPossible } from "../employee-embed/steps.ts"
import type { StoredCode } from "./VerificationCodesRepo.ts"

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

/** The code with the last six digits of a number. */
export const codeOf = (number: number) =>
  Redacted.make(String(number % 10 ** RULES.digits).padStart(RULES.digits, "0")) as S.VerificationCode

/** When the next code may be requested, after a code was sent or its last attempt was wrong. */
export const nextAt = (at: Date, attemptsLeft: number) =>
  new Date(at.getTime() + (attemptsLeft === 0 ? RULES.longPause : RULES.pause))

const refused = (detail: string) => Result.fail({ code: "not_allowed" as const, detail })

/** The rules on the phone that a code goes to: the partner's, or any mobile if the partner gave none. */
export const phoneRules = (
  { members: { phone_number: given } }: ReadableBody<S.EmbedCodeRequest>,
  { details }: Pick<StoredSession, "details">
) => {
  const findings = new Findings()
  if (given === undefined) return { findings, phone: undefined }
  const phone = findings.takeNormalised("#/phone_number", normalisePhoneNumber(given))
  if (details.phone_number !== null && details.phone_number !== phone) {
    const detail =
      "The code goes to the phone that your employer has. Ask your employer to change it if it is wrong."
    findings.take("#/phone_number", refused(detail))
  } else if (findings.warnings.some(({ code }) => code === "mobile_preferred")) {
    findings.take("#/phone_number", refused("A code can be sent to a mobile number only."))
  }
  return { findings, phone }
}

/** The phone that a code goes to. */
export const readPhone = (
  session: StoredSession,
  input: S.EmbedCodeRequest
): Effect.Effect<S.PhoneNumber, ValidationFailed> => {
  const { findings, phone } = phoneRules(wholeBody(input), session)
  // Undefined only with a finding.
  return findings.orRefuse(phone as S.PhoneNumber)
}

/** The refusal of a code that isn't the last one sent. */
export const wrongCode = (attempts_left: number) => {
  const left = attempts_left === 1 ? "One attempt is" : `${attempts_left} attempts are`
  const detail = `This isn't the code. ${left} left.`
  const { detail: what, errors } = refuse({ pointer: "#/code", code: "wrong_code", detail })
  return new EmbedCodeRefused({ code: "validation_failed", detail: what, errors, attempts_left })
}

/** The refusals of a code that can't be sent or checked at this moment. */
export const notPossible = {
  yet: ({ attempts_left, next_at }: { readonly attempts_left: number; readonly next_at: Date }) =>
    verificationNotPossible("Another code can't be requested yet. Wait until the time in retry_at.", {
      retry_at: toTimestamp(next_at),
      attempts_left
    }),
  anyMore: verificationNotPossible(
    "Too many codes were sent. Ask your employer to confirm your contact details."
  ),
  now: (next: Date) =>
    verificationNotPossible("The code could not be sent. Try again in a moment.", {
      retry_at: toTimestamp(next)
    }),
  withoutCode: verificationNotPossible("There is no valid code. Request a new one."),
  usedUp: (next: Date) =>
    verificationNotPossible("No attempts are left for this code. Request a new one after ten minutes.", {
      retry_at: toTimestamp(next),
      attempts_left: 0
    })
} as const

/** Whether a code can still be entered. */
export const isUsable = ({ attempts_left, valid_until }: StoredCode, now: Date): boolean =>
  attempts_left > 0 && valid_until > now

/** The state of the last code, as the employee sees it. `sandboxCode` is shown in a sandbox, while it can be used. */
export const presentVerification = (
  { sandboxed }: Pick<StoredSession, "sandboxed">,
  code: StoredCode,
  sandboxCode: S.VerificationCode,
  now: Date
): S.EmbedVerification => ({
  sent_to: `**** *** ${code.phone.slice(-3)}`,
  attempts_left: code.attempts_left,
  valid_until: toTimestamp(code.valid_until),
  ...(code.sent < RULES.codes ? { can_resend_at: toTimestamp(code.next_at) } : {}),
  ...(sandboxed && isUsable(code, now) ? { sandbox_code: sandboxCode } : {})
})
