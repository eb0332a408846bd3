import type * as S from "@embedded-super/contracts/schemas"
import { NO_ANSWER } from "@embedded-super/pages/content/sendAgain"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { TimelineReader } from "../../platform/timeline/TimelineReader.ts"
import type { Resent } from "./Resender.ts"

/** Longer than a worker usually takes; the page waits for it. */
const WAIT = Duration.seconds(5)

/**
 * Does work that a worker continues, such as a replay, and waits for the next entry of a kind about a thing: the attempt
 * that the worker makes. If none comes in time, the outcome has no answer yet.
 */
export const awaitingEntry = Effect.map(
  TimelineReader,
  (reader) =>
    <E, R>(work: Effect.Effect<void, E, R>, kind: string, id: string, notes: ReadonlyArray<string>) =>
      Effect.gen(function* () {
        const before = yield* reader.lastSeq
        yield* work
        const isNext = (entry: S.TimelineEntry) => entry.kind === kind && entry.seq > before
        const next = yield* reader.changes.pipe(
          Stream.mapEffect(() => reader.about(id)),
          Stream.map((entries) => entries.find(isNext)),
          Stream.filter((entry) => entry !== undefined),
          Stream.runHead,
          Effect.timeoutOption(WAIT),
          Effect.map(Option.flatten)
        )
        if (Option.isNone(next)) {
          const late = "Nothing was answered yet. The time line shows the attempt when it is made."
          const none: Resent = { answer: NO_ANSWER, durationMillis: null, notes: [...notes, late] }
          return none
        }
        const { duration_ms, seq, status } = next.value
        const exchange = Option.getOrUndefined(yield* reader.exchangeOf(seq))
        const answer = exchange?.isRaw === true ? exchange.answer : null
        const resent: Resent = {
          answer: { ...(answer ?? { headers: {}, body: null }), status },
          durationMillis: duration_ms,
          notes
        }
        return resent
      })
)
