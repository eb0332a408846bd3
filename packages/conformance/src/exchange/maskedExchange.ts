import type * as S from "@embedded-super/contracts/schemas"
import { curlOf } from "@embedded-super/workbench/content/curlOf"
import { maskedMessage } from "@embedded-super/workbench/content/maskedMessage"
import type { RawMessage } from "@embedded-super/workbench/content/Message"
import * as DateTime from "effect/DateTime"
import type { Exchange } from "./Exchange.ts"
import { milliseconds } from "./milliseconds.ts"
import { shortText } from "./shortText.ts"
import { shownUrl, urlWithShownPath } from "./shownUrl.ts"
import type { Withholding } from "./withholding.ts"

/** What a body and a command may have, in code points. */
const MOST = 65_536

const cut = (text: string): string => (text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text)

const messageOf = (message: RawMessage, withhold: Withholding): S.CheckMessage => {
  const { body, headers } = maskedMessage(message)
  return {
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, shortText(withhold(value))])
    ),
    ...(body === null ? {} : { body: cut(withhold(body)) })
  }
}

/** A server may answer a number that is no status. */
const statusOf = (status: number) => (status >= 100 && status <= 999 ? { status } : {})

/** A call of a run as every report may show it. `address` is the subject's, from its profile. */
export const maskedExchange = (
  { answer, call, check, failure, id, operation, startedAt, took }: Exchange,
  withhold: Withholding,
  address = ""
): S.CheckExchange => ({
  id: id as S.CheckExchangeId,
  ...(check === undefined ? {} : { check: check as S.CheckId }),
  ...(operation === undefined ? {} : { operation_id: operation }),
  started_at: DateTime.formatIso(DateTime.makeUnsafe(startedAt)) as S.Timestamp,
  took_ms: milliseconds(took),
  // A check may send a method that no server knows.
  method: /^[A-Z]{1,20}$/.test(call.method) ? call.method : "UNKNOWN",
  url: shortText(withhold(shownUrl(call.url, address))),
  request: messageOf(call.request, withhold),
  ...(answer === undefined || answer.status === null
    ? {}
    : { ...statusOf(answer.status), answer: messageOf(answer, withhold) }),
  ...(failure === undefined ? {} : { failure }),
  curl: cut(withhold(curlOf({ ...call, url: urlWithShownPath(call.url, address) })))
})
