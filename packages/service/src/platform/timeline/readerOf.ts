import type { EntryStore } from "@embedded-super/pages/store/EntryStore"
import type { Messages } from "@embedded-super/pages/store/NewEntry"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as PubSub from "effect/PubSub"
import * as Stream from "effect/Stream"
import type { Recorder } from "./Recorder.ts"
import type { RawMessage } from "./Timeline.ts"
import type { Exchange, TimelineReaderShape } from "./TimelineReader.ts"

/** How soon entries of other processes are seen. */
const LOOK = "500 millis"

const messageIn = (json: string | null): RawMessage | null => (json === null ? null : JSON.parse(json))

const exchangeIn = ({ answer, request }: Messages): Exchange => ({
  request: messageIn(request),
  answer: messageIn(answer),
  isRaw: false
})

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

  return {
    list: (options) => read(() => store.list(options)),
    lastSeq: read(store.lastSeq),
    get: (seq) => readOption(() => store.get(seq)),
    after: (seq, limit) => read(() => store.list({ after: seq, limit })),
    bySpan: (spanId) => readOption(() => store.bySpan(spanId)),
    children: (spanId) => read(() => store.children(spanId)),
    byTrace: (traceId) => read(() => store.byTrace(traceId)),
    about: (id) => read(() => store.about(id)),
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
