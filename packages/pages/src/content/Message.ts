import { maskedBody } from "./masking/maskedBody.ts"
import { maskedHeaders } from "./masking/maskedHeaders.ts"
import type { Author } from "./masking/problems.ts"

/** A message as it was sent or received, unmasked: it is kept in memory only. */
export interface RawMessage {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** A message as it may be shown: `TimelineMessageOrNull` of the time line. */
export interface MaskedMessage {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** A call as it was made: what `curlOf` and the verdict need. */
export interface RawCall {
  readonly method: string
  /** The whole URL; a path alone for a call that the program answered itself. */
  readonly url: string
  readonly request: RawMessage
}

/** An answer as it was received. */
export interface RawAnswer extends RawMessage {
  readonly status: number | null
}

/** Headers by their names in lower case, as contracts name them. */
export const lowerCase = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

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
