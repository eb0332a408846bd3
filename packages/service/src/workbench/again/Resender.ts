import type { NotSendable } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import { type Resent as Sent, NO_ANSWER } from "@embedded-super/pages/content/sendAgain"
import * as Effect from "effect/Effect"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { NotedCall, RawMessage } from "../../platform/timeline/Timeline.ts"
import { type Exchange, TimelineReader } from "../../platform/timeline/TimelineReader.ts"

/** One call to send again. */
export interface Resending {
  readonly entry: S.TimelineEntry
  /** The request and the answer, if they are kept. */
  readonly exchange: Exchange | undefined
  /** The edited body, with the original in place of each mask; undefined to send the call as it was. */
  readonly edited: string | undefined
}

/** The result of sending a call again; its entry is noted by `AgainLive`. */
export interface Resent extends Omit<Sent, "seq"> {
  /** The call that was made, if no other entry has it. */
  readonly call?: Pick<NotedCall, "method" | "path">
  readonly request?: RawMessage
  readonly notes: ReadonlyArray<string>
}

/** Calls of one kind, sent again. */
export interface Resender {
  readonly offerFor: (entry: S.TimelineEntry, exchange: Exchange | undefined) => Effect.Effect<S.AgainOffer>
  /** Call it only after `offerFor` has offered it. */
  readonly send: (resending: Resending) => Effect.Effect<Resent, NotSendable>
}

export const NOT_KEPT =
  "What was sent isn't kept any more: the service was started again, or many newer calls came. Make the call anew."

/** The id of the thing of this kind that an entry is about. */
export const idOf = ({ about }: S.TimelineEntry, kind: string): string | undefined =>
  about.find((thing) => thing.kind === kind)?.id

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
