import type { EmailAddress } from "@embedded-super/contracts/schemas"

/** Text in Unicode's composed form (NFC), trimmed, with runs of spaces collapsed to one. */
export const normaliseText = (text: string): string =>
  text
    .normalize("NFC")
    .trim()
    .replace(/\p{Zs}+/gu, " ")

/**
 * The address with its domain in lower case. The part before the @ is unchanged: only its mail server can compare it.
 */
export const normaliseEmail = (address: EmailAddress): EmailAddress => {
  const at = address.indexOf("@")
  return (address.slice(0, at) + address.slice(at).toLowerCase()) as EmailAddress
}
