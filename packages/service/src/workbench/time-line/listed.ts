import type * as S from "@embedded-super/contracts/schemas"
import type { Filter } from "@embedded-super/pages/pages/index"
import * as Effect from "effect/Effect"
import { TimelineReader } from "../../platform/timeline/TimelineReader.ts"
import { WorkbenchState } from "../WorkbenchState.ts"

/** The query of `listTimelineEntries`, decoded. */
interface ListQuery extends Filter {
  readonly after?: number
  readonly limit: number
}

/** Lists entries. */
export const listing = Effect.gen(function* () {
  const reader = yield* TimelineReader
  const state = yield* WorkbenchState
  return Effect.fn("Workbench.list")(function* ({
    older_than: olderThan,
    without_noise: withoutNoise,
    ...query
  }: ListQuery) {
    // Read before the list: an entry that is noted meanwhile is after it, and not lost.
    const lastSeq = yield* reader.lastSeq
    const named = query.text === undefined ? [] : yield* state.named(query.text)
    const data = yield* reader.list({ ...query, named, olderThan, withoutNoise })
    const isCut = query.after !== undefined && data.length === query.limit
    const last_seq = (isCut ? data.at(-1)!.seq : lastSeq) as S.TimelinePosition
    return { data, last_seq }
  })
})
