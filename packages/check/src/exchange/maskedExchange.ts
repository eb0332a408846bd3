import type * as S from "@embedded-super/contracts/schemas"
import { type RawAnswer, type RawMessage, maskedMessage } from "@embedded-super/pages/content/Message"
import { curlOf } from "@embedded-super/pages/content/curlOf"
import { maskedBody } from "@embedded-super/pages/content/masking/maskedBody"
import { MASK } from "@embedded-super/pages/content/masking/shown"
import * as Result from "effect/Result"
import { shortText } from "../report/shortText.ts"
import type { Exchange } from "./Exchange.ts"
import type { Withholding } from "./withholding.ts"

/** A word or a version, as paths of APIs have them, or an id. Anything else may be a key or a person's. */
const SHOWN =
  /^(?:[A-Za-z]{1,30}(?:[._-][A-Za-z]{1,30}){0,5}|[vV]\d{1,3}(?:\.\d{1,3})?|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|)$/

/** Also a word with encoded letters or a parameter of one letter: the kit spells its paths so, and nobody could repeat `•••`. */
const isShown = (part: string): boolean => {
  const decoded = Result.getOrElse(
    Result.try(() => decodeURIComponent(part)),
    () => part
  )
  return SHOWN.test(decoded.replace(/;[a-z]=[a-z]$/, ""))
}

/** An address without its user, and with the parts of its path that may be shown. The query stays as it is. */
const withShownPath = (url: string): string => {
  const [, origin = "", path = "", query] = /^([a-z]+:\/\/[^/?#]*)?([^?#]*)(?:\?([^#]*))?/i.exec(url) ?? []
  const shown = path.split("/").map((part) => (isShown(part) ? part : MASK))
  return `${origin.replace(/\/\/.*@/s, "//")}${shown.join("/")}${query === undefined ? "" : `?${query}`}`
}

/** An address as it may be shown: of its query, each value by its name. */
export const shownUrl = (url: string): string => {
  const [address = "", query = ""] = withShownPath(url).split(/\?(.*)/s)
  return query === "" ? address : `${address}?${maskedBody(query, "application/x-www-form-urlencoded")}`
}

/** The most code points of a body or a command. */
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
const statusOf = (answer: RawAnswer | undefined): Pick<S.CheckExchange, "status"> => {
  const status = answer?.status ?? 0
  return status >= 100 && status <= 999 ? { status } : {}
}

/** The call as reports show it. Values are masked by the rules of the Workbench's time line, and then by `withhold`. */
export const maskedExchange =
  (withhold: Withholding) =>
  ({ answer, call, check, command, failure, id, operation, startedAt, took }: Exchange): S.CheckExchange => ({
    id: id as S.CheckExchangeId,
    ...(check === undefined ? {} : { check: check as S.CheckId }),
    ...(operation === undefined ? {} : { operation_id: operation }),
    started_at: new Date(startedAt).toISOString() as S.Timestamp,
    took_ms: milliseconds(took),
    // A check may send a method that no server knows.
    method: /^[A-Z]{1,20}$/.test(call.method) ? call.method : "UNKNOWN",
    url: shortText(withhold(shownUrl(call.url))),
    request: messageOf(call.request, withhold),
    ...(answer === undefined ? {} : { answer: messageOf(answer, withhold) }),
    ...statusOf(answer),
    ...(failure === undefined ? {} : { failure }),
    curl: cut(withhold(command ?? curlOf({ ...call, url: withShownPath(call.url) })))
  })

/** Milliseconds to a tenth. */
export const milliseconds = (took: number): number => Math.max(0, Math.round(took * 10) / 10)
