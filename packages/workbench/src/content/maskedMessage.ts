import { maskedBody, personalValues } from "./masking/maskedBody.ts"
import { maskedHeaders } from "./masking/maskedHeaders.ts"
import type { MaskedMessage, RawMessage } from "./Message.ts"

/** What a body may have in `LongTextOrNull`, in characters. */
const MOST = 65_536

/** A text without the control characters that no answer may have. */
const printable = (text: string): string => text.replaceAll(/(?![\t\n\r])[\p{Cc}\u202a-\u202e]/gu, "?")

/**
 * The message as it may be shown (masking/shown.ts). `requests` are those that an answer answers: the sentences of another
 * party's problem are shown without the values that were sent to it, and without any request not at all.
 */
export const maskedMessage = (
  message: RawMessage,
  ...requests: ReadonlyArray<RawMessage | null | undefined>
): MaskedMessage => {
  const headers = maskedHeaders(message.headers)
  if (message.body === null) return { headers, body: null }
  const known = requests.filter((request) => request != null)
  const sent = known.length === 0 ? undefined : known.flatMap((request) => personalValues(request.body))
  const body = printable(maskedBody(message.body, headers["content-type"], sent))
  return { headers, body: body.length > MOST ? `${body.slice(0, MOST - 1)}…` : body }
}
