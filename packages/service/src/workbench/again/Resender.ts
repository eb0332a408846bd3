import type { NotSendable } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import type { Resent as Sent } from "@embedded-super/pages/content/sendAgain"
import type * as Effect from "effect/Effect"
import type { NotedCall, RawMessage } from "../../platform/timeline/Timeline.ts"
import type { Exchange } from "../../platform/timeline/TimelineReader.ts"

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
