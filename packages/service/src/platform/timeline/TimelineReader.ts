import type { TimelineEntry, TimelineSource } from "@embedded-super/contracts/schemas"
import type { ListOptions } from "@embedded-super/pages/store/list"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { RawMessage } from "./Timeline.ts"

/** The request and the answer of an entry's call. */
export interface Exchange {
  readonly request: RawMessage | null
  readonly answer: RawMessage | null
  /** Whether they are as they were sent. Otherwise they come from the disk, and are masked. */
  readonly isRaw: boolean
}

/** The program that noted an entry. `slug` is the fund's, and null for the other programs. */
export interface EntryOrigin {
  readonly source: TimelineSource
  readonly slug: string | null
}

export interface TimelineReaderShape {
  /**
   * Entries of all that are kept, the newest first in causal order; with `after`, in the order in which they were noted.
   */
  readonly list: (options: ListOptions) => Effect.Effect<ReadonlyArray<TimelineEntry>>
  /** The highest position so far, 0 before the first entry. */
  readonly lastSeq: Effect.Effect<number>
  readonly get: (seq: number) => Effect.Effect<Option.Option<TimelineEntry>>
  /** Entries that were noted after a position, in that order. */
  readonly after: (seq: number, limit: number) => Effect.Effect<ReadonlyArray<TimelineEntry>>
  /** The entry with this span. */
  readonly bySpan: (spanId: string) => Effect.Effect<Option.Option<TimelineEntry>>
  /** The entries that the entry with this span caused directly, in causal order. At most 100. */
  readonly children: (spanId: string) => Effect.Effect<ReadonlyArray<TimelineEntry>>
  /** All of one trace, in causal order. At most 500. */
  readonly byTrace: (traceId: string) => Effect.Effect<ReadonlyArray<TimelineEntry>>
  /** All about the thing with this id, in causal order. The newest 500. */
  readonly about: (id: string) => Effect.Effect<ReadonlyArray<TimelineEntry>>
  readonly originOf: (seq: number) => Effect.Effect<Option.Option<EntryOrigin>>
  /** The request and the answer of the entry, if they are kept. */
  readonly exchangeOf: (seq: number) => Effect.Effect<Option.Option<Exchange>>
  /** The highest position, now and whenever it rises, also by other processes. */
  readonly changes: Stream.Stream<number>
}

/** Reads the time line, for the Workbench. Outside of `--dev` it is empty. */
export const TimelineReader = Context.Reference<TimelineReaderShape>(
  "@embedded-super/service/platform/timeline/TimelineReader",
  {
    defaultValue: () => ({
      list: () => Effect.succeed([]),
      lastSeq: Effect.succeed(0),
      get: () => Effect.succeedNone,
      after: () => Effect.succeed([]),
      bySpan: () => Effect.succeedNone,
      children: () => Effect.succeed([]),
      byTrace: () => Effect.succeed([]),
      about: () => Effect.succeed([]),
      originOf: () => Effect.succeedNone,
      exchangeOf: () => Effect.succeedNone,
      changes: Stream.succeed(0)
    })
  }
)
