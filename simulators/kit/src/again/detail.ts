import { NotFound } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import { curlOf } from "@embedded-super/pages/content/curlOf"
import { docsUrlOf } from "@embedded-super/pages/content/docsUrlOf"
import { type Author, maskedMessage } from "@embedded-super/pages/content/maskedMessage"
import type { RawAnswer, RawCall } from "@embedded-super/pages/content/Message"
import { requirementsOf } from "@embedded-super/pages/content/requirementsOf"
import { verdictOf } from "@embedded-super/pages/content/verdictOf"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { EventLog } from "../log/EventLog.ts"
import type { Exchange } from "../log/Exchanges.ts"
import { SimulatorAddress } from "../server/listen.ts"
import type { Contracts } from "./Contracts.ts"
import { offerOf } from "./offer.ts"

/** Who answered a call: another program, if the simulator made it. */
export const answerAuthor = ({ sendAgain }: Exchange): Author =>
  sendAgain === undefined ? "this_program" : "another"

/** An answer as it is shown, or null if there is none. */
export const shown = (answer: RawAnswer, author: Author): S.TimelineMessageOrNull =>
  answer.status === null ? null : (maskedMessage(answer, author) as S.TimelineMessageOrNull)

/** All that is known about an entry. */
export const makeDetail = Effect.fnUntraced(function* ({ incoming, outgoing }: Contracts) {
  const log = yield* EventLog
  const { caFile, url } = yield* SimulatorAddress

  const contentOf = (exchange: Exchange) => {
    const { body = null, headers, method, operation, sendAgain } = exchange
    const isOutgoing = sendAgain !== undefined
    const contract = isOutgoing ? outgoing : incoming
    const named = contract?.operationIn === undefined ? operation : contract.operationIn(body)
    const call: RawCall = {
      method,
      url: isOutgoing ? exchange.url : `${url}${exchange.url}`,
      request: { headers: headers, body }
    }
    const { answer } = exchange
    return {
      request: maskedMessage(call.request) as S.TimelineMessageOrNull,
      answer: shown(answer, answerAuthor(exchange)),
      curl: curlOf(call, { caFile: isOutgoing ? undefined : caFile, signsAnew: true }) as S.LongTextOrNull,
      ...verdictOf(contract, {
        operation: named,
        call,
        answer: answer.status === null ? undefined : answer
      }),
      docs_url: docsUrlOf(answer.body) as S.ShortText | null,
      requirements: named === undefined ? [] : requirementsOf(named)
    }
  }

  return Effect.fnUntraced(function* (seq: number) {
    const around = log.around(seq)
    if (Option.isNone(around)) return yield* noSuchEntry
    const { causedBy, entry, followedBy } = around.value
    const exchange = log.exchangeOf(seq)
    const detail: S.TimelineEntryDetail = {
      entry,
      ...(exchange === undefined ? noContent : contentOf(exchange)),
      caused_by: causedBy,
      followed_by: followedBy,
      again: offerOf(entry, exchange, log.isOfThisRun(seq))
    }
    return detail
  })
})

const noContent = {
  request: null,
  answer: null,
  curl: null,
  verdict: "not_checked",
  findings: [],
  docs_url: null,
  requirements: []
} as const

const noSuchEntry = new NotFound({
  code: "not_found",
  detail: "No entry has this position, or it isn't kept any more."
})
