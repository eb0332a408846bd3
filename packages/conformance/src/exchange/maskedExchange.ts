import type { CheckExchange, CheckMessage, ShortText } from "@embedded-super/contracts/schemas"
import { pathWords } from "@embedded-super/http-manners"
import { curlOf } from "@embedded-super/workbench/content/curlOf"
import { maskedMessage } from "@embedded-super/workbench/content/maskedMessage"
import { MASK } from "@embedded-super/workbench/content/masking/shown"
import type { RawMessage } from "@embedded-super/workbench/content/Message"
import { shortText } from "../report/shortText.ts"
import type { Exchange } from "./Exchange.ts"

const shownMessage = (message: RawMessage): CheckMessage => {
  const { body, headers } = maskedMessage(message)
  return {
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]): [string, ShortText] => [name, shortText(value)])
    ),
    ...(body === null ? {} : { body })
  }
}

/** An address without its query, and without parts of its path that are no words: they may be a key or a person's. */
export const shownUrl = (url: string): ShortText => {
  const [, origin = "", path = ""] = /^([a-z]+:\/\/[^/?#]*)?([^?#]*)/.exec(url) ?? []
  const withoutUser = origin.replace(/\/\/[^@]*@/, "//")
  return shortText(`${withoutUser}${pathWords(path, "words_and_ids", MASK)}`)
}

/** The call as reports show it. Values are masked by the rules of the Workbench's time line. */
export const maskedExchange = (exchange: Exchange): CheckExchange => {
  const { answer, call, check, failure, id, operation, startedAt, took } = exchange
  const made = { ...call, url: shownUrl(call.url) }
  return {
    id: id as CheckExchange["id"],
    ...(check === undefined ? {} : { check: check as NonNullable<CheckExchange["check"]> }),
    ...(operation === undefined ? {} : { operation_id: operation }),
    started_at: new Date(startedAt).toISOString() as CheckExchange["started_at"],
    took_ms: milliseconds(took),
    method: call.method.toUpperCase(),
    url: made.url,
    request: shownMessage(call.request),
    ...(answer === undefined ? {} : { answer: shownMessage(answer) }),
    ...(answer === undefined || answer.status === null ? {} : { status: answer.status }),
    ...(failure === undefined ? {} : { failure }),
    curl: curlOf(made)
  }
}

/** Milliseconds to a tenth. */
export const milliseconds = (took: number): number => Math.max(0, Math.round(took * 10) / 10)
