import type * as S from "@embedded-super/contracts/schemas"
import { toTimestamp } from "../../platform/time/timestamp.ts"
import type { StoredSession } from "../SessionsRepo.ts"
import type { StoredCode } from "./VerificationCodesRepo.ts"
import { RULES } from "./verificationRules.ts"

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
