import { NotFound } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { EventLog } from "../log/EventLog.ts"

/** All that is known about an entry. */
export const makeDetail = Effect.gen(function* () {
  const log = yield* EventLog
  return Effect.fnUntraced(function* (seq: number) {
    const around = log.around(seq)
    if (Option.isNone(around)) return yield* noSuchEntry
    const { causedBy, entry, followedBy } = around.value
    const detail: S.TimelineEntryDetail = {
      entry,
      request: null,
      answer: null,
      curl: null,
      verdict: "not_checked",
      findings: [],
      docs_url: null,
      requirements: [],
      caused_by: causedBy,
      followed_by: followedBy,
      again: { can_send: false, can_edit: false, because: notKept as S.ShortText }
    }
    return detail
  })
})

const notKept = "Its content isn't kept any more: contents are in memory only. Make the call again yourself."

export const noSuchEntry = new NotFound({
  code: "not_found",
  detail: "No entry has this position, or it isn't kept any more."
})
