import type { EmailAddress } from "@embedded-super/contracts/schemas"
import * as Result from "effect/Result"
import type { Finding } from "./Finding.ts"

const INVALID: Finding = {
  code: "invalid_email",
  detail: "Not an e-mail address: something, one @, and a domain with a dot, 254 characters at most."
}

/** The address with its domain in lower case; what stands before the @ belongs to the mail server and stays (domain 4.8). */
export const normaliseEmail = (input: string): Result.Result<EmailAddress, Finding> => {
  const trimmed = input.trim()
  const parts = /^([^\s@]{1,64})@([^\s@.]+(?:\.[^\s@.]+)+)$/u.exec(trimmed)
  if (parts === null || trimmed.length > 254) return Result.fail(INVALID)
  return Result.succeed(`${parts[1]}@${parts[2]?.toLowerCase()}` as EmailAddress)
}
