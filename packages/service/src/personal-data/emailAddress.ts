import type { EmailAddress } from "@embedded-super/contracts/schemas"

/**
 * The address with its domain in lower case. The part before the @ is unchanged: only its mail server can compare it.
 */
export const normaliseEmail = (address: EmailAddress): EmailAddress => {
  const at = address.indexOf("@")
  return (address.slice(0, at) + address.slice(at).toLowerCase()) as EmailAddress
}
