import type { TimelineEntry, TimelineSource } from "@embedded-super/contracts/schemas"
import { type EntryStore, isBusy } from "@embedded-super/pages/store/EntryStore"
import type { Messages, NewEntry } from "@embedded-super/pages/store/NewEntry"
import { newTrace } from "@embedded-super/pages/trace/traceparent"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as PubSub from "effect/PubSub"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import type { Recorder } from "./Recorder.ts"
import type { RawMessage } from "./Timeline.ts"
import type { Exchange, TimelineReaderShape } from "./TimelineReader.ts"

/** How soon entries of other processes are seen. */
const LOOK = "500 millis"

const WRITTEN_TOGETHER = 250

const messageIn = (json: string | null): RawMessage | null => (json === null ? null : JSON.parse(json))

const exchangeIn = ({ answer, request }: Messages): Exchange => ({
  request: messageIn(request),
  answer: messageIn(answer),
  isRaw: false
})

/** The entry as the time line keeps it; the store finds causes by spans, so each entry has one. */
const imported = ({ seq, ...entry }: TimelineEntry, source: TimelineSource, slug: string): NewEntry => {
  const { spanId, traceId } = newTrace()
  return {
    ...entry,
    source,
    trace_id: entry.trace_id ?? traceId,
    span_id: entry.span_id ?? spanId,
    from_log: { slug, seq }
  }
}

/** Reads the store. All that this process has noted is written first, so that a reader misses nothing. */
export const readerOf = (
  store: EntryStore,
  recorder: Recorder,
  written: PubSub.PubSub<void>
): TimelineReaderShape => {
  const read = <A>(of: () => A): Effect.Effect<A> =>
    Effect.sync(() => {
      recorder.flushAll()
      return of()
    })
  const readOption = <A>(of: () => A | undefined) => read(() => Option.fromUndefinedOr(of()))

  const write = (entries: ReadonlyArray<NewEntry>) =>
    Effect.try({ try: () => store.write(entries), catch: (error) => error }).pipe(
      Effect.retry({ while: isBusy, schedule: Schedule.spaced("20 millis"), times: 250 }),
      Effect.orDie
    )

  const importEntries = Effect.fn("TimelineReader.importEntries")(function* (
    source: TimelineSource,
    slug: string | null,
    entries: ReadonlyArray<TimelineEntry>
  ) {
    yield* Effect.sync(recorder.flushAll)
    let added = 0
    for (let from = 0; from < entries.length; from += WRITTEN_TOGETHER) {
      const some = entries
        .slice(from, from + WRITTEN_TOGETHER)
        .map((entry) => imported(entry, source, slug ?? ""))
      added += (yield* write(some)).filter((seq) => seq !== null).length
    }
    if (added > 0) yield* PubSub.publish(written, undefined)
    return added
  })

  return {
    list: (options) => read(() => store.list(options)),
    lastSeq: read(store.lastSeq),
    get: (seq) => readOption(() => store.get(seq)),
    after: (seq, limit) => read(() => store.list({ after: seq, limit })),
    bySpan: (spanId) => readOption(() => store.bySpan(spanId)),
    children: (spanId) => read(() => store.children(spanId)),
    byTrace: (traceId) => read(() => store.byTrace(traceId)),
    about: (id) => read(() => store.about(id)),
    importEntries,
    lastImported: (source, slug) => read(() => store.lastImported(source, slug ?? "")),
    originOf: (seq) =>
      readOption(() => {
        const origin = store.originOf(seq)
        return origin === undefined ? undefined : { ...origin, slug: origin.slug === "" ? null : origin.slug }
      }),
    exchangeOf: (seq) =>
      readOption(() => {
        const raw = recorder.exchangeOf(seq)
        if (raw !== undefined) return { ...raw, isRaw: true }
        const messages = store.messagesOf(seq)
        return messages === undefined ? undefined : exchangeIn(messages)
      }),
    changes: Stream.tick(LOOK).pipe(
      Stream.merge(Stream.fromPubSub(written)),
      Stream.map(() => store.lastSeq()),
      Stream.changes
    )
  }
}
