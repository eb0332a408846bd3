import type { Author } from "@embedded-super/pages/content/Message"

/**
 * Who wrote the answer of an entry that the service noted: the service, if it received the call. A fund of the sandbox is
 * known by the entry's own data.
 */
export const answerAuthor = (kind: string, detail: Readonly<Record<string, unknown>>): Author => {
  if (kind === "call_received") return "this_program"
  return kind === "fund_called" && String(detail["is_simulated"]) === "true" ? "simulated_fund" : "another"
}
