import { NotFound } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import { contentOf, noContent } from "@embedded-super/pages/content/contentOf"
import type { Author } from "@embedded-super/pages/content/Message"
import { anyway, never, onlyAsItWas } from "@embedded-super/pages/content/sendAgain"
import * as Effect from "effect/Effect"
import type { Exchange } from "../log/callContent.ts"
import { EventLog } from "../log/EventLog.ts"
import { SimulatorAddress } from "../server/listen.ts"
import type { Contracts } from "./timeLine.ts"

/** Who answered a call: another program, if the simulator made it. */
export const answerAuthor = ({ sendAgain }: Exchange): Author =>
  sendAgain === undefined ? "this_program" : "another"

/** Whether the call of an entry can be sent again. `isOfThisRun`: this process noted it. */
const offerOf = (
  { from, method }: S.TimelineEntry,
  exchange: Exchange | undefined,
  isOfThisRun: boolean
): S.AgainOffer => {
  if (method === null) return never("It is no call.")
  if (exchange === undefined) {
    if (from === null) return never("It was done on a page or by a lever. Do it there again.")
    if (!isOfThisRun)
      return never(
        "Its content isn't kept any more, since the simulator was started again. Make the call anew."
      )
    return never(
      "Its content isn't kept: it is no call of the contract, or many newer ones came since. Make the call anew."
    )
  }
  if (exchange.body === undefined)
    return never("Its body was left unread, because its caller wasn't accepted. Make the call anew.")
  return exchange.body === null ? onlyAsItWas("It has no body to edit.") : anyway
}

/** All that is known about an entry. */
export const makeDetail = Effect.fnUntraced(function* ({ incoming, outgoing }: Contracts) {
  const log = yield* EventLog
  const { caFile, url } = yield* SimulatorAddress

  const shownOf = (exchange: Exchange) => {
    const { answer, body = null, headers, method, operation, sendAgain } = exchange
    const isOutgoing = sendAgain !== undefined
    const contract = isOutgoing ? outgoing : incoming
    return contentOf({
      method,
      url: isOutgoing ? exchange.url : `${url}${exchange.url}`,
      request: { headers, body },
      answer: answer.status === null ? null : answer,
      author: answerAuthor(exchange),
      contract,
      operation: contract?.operationIn === undefined ? operation : contract.operationIn(body),
      curl: { caFile: isOutgoing ? undefined : caFile }
    })
  }

  return Effect.fnUntraced(function* (seq: number) {
    const around = log.around(seq)
    if (around === undefined) return yield* noSuchEntry
    const { causedBy, entry, followedBy } = around
    const exchange = log.exchangeOf(seq)
    const detail: S.TimelineEntryDetail = {
      entry,
      ...(exchange === undefined ? noContent : shownOf(exchange)),
      caused_by: causedBy,
      followed_by: followedBy,
      again: offerOf(entry, exchange, log.isOfThisRun(seq))
    }
    return detail
  })
})

const noSuchEntry = new NotFound({
  code: "not_found",
  detail: "No entry has this position, or it isn't kept any more."
})
