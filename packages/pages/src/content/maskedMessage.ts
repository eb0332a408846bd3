import { maskedBody } from "./masking/maskedBody.ts"
import { maskedHeaders } from "./masking/maskedHeaders.ts"
import type { Author } from "./masking/problems.ts"
import type { MaskedMessage, RawMessage } from "./Message.ts"

/** The most characters of a body in `LongTextOrNull`. */
const MOST = 65_536

/** A text without the control characters that no answer may have. */
const printable = (text: string): string => text.replaceAll(/(?![\t\n\r])[\p{Cc}\u202a-\u202e]/gu, "?")

export type { Author }

/**
 * The message as it may be shown (masking/shown.ts). Sentences of problems only as `Author` says; `request` is what an
 * answer of a fund belongs to.
 */
export const maskedMessage = (
  message: RawMessage,
  author: Author = "another",
  request: RawMessage | null = null
): MaskedMessage => {
  const headers = maskedHeaders(message.headers)
  if (message.body === null) return { headers, body: null }
  const body = printable(maskedBody(message.body, headers["content-type"], author, request?.body))
  return { headers, body: body.length > MOST ? `${body.slice(0, MOST - 1)}…` : body }
}
