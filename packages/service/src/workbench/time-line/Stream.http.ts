/**
 * `GET /_workbench/stream`: new entries as server-sent events, those of other processes and of the simulators within half
 * a second.
 *
 * The traps: a shutdown waits for every open answer, so the stream ends by itself once the server drains. A filtered
 * stream must not fall back to positions that it has passed: `position` counts read entries, not sent ones.
 */

import type * as S from "@embedded-super/contracts/schemas"
import { type Filter, filterIn } from "@embedded-super/pages/pages/index"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import { Draining } from "../../platform/http-server/NodeServer.ts"
import { TimelineReader } from "../../platform/timeline/TimelineReader.ts"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import { paths } from "../pages/frame.ts"

const HEARTBEAT = Duration.seconds(15)
const LOOKS = Duration.millis(250)
const PAGE = 100

type StreamFilter = Omit<Filter, "older_than">

const eventOf = (entry: S.TimelineEntry): string =>
  `event: entry\nid: ${entry.seq}\ndata: ${JSON.stringify(entry)}\n\n`

/** Answers with the stream from a position on; from now on if it is undefined. */
const streaming = Effect.gen(function* () {
  const isDraining = yield* Draining
  const reader = yield* TimelineReader

  const drained = Effect.repeat(Effect.sync(isDraining), {
    until: (is) => is,
    schedule: Schedule.spaced(LOOKS)
  })

  const entriesAfter = (begin: number, { without_noise: withoutNoise, ...filter }: StreamFilter) => {
    let position = begin
    /** A page of those up to a position, as events; none is after the last page. */
    const page = Effect.fnUntraced(function* (lastSeq: number) {
      if (position >= lastSeq) return [[], Option.none<number>()] as const
      const found = yield* reader.list({ ...filter, withoutNoise, after: position, limit: PAGE })
      position = found.length < PAGE ? Math.max(position, lastSeq) : found.at(-1)!.seq
      const events = found.length === 0 ? [] : [found.map(eventOf).join("")]
      return [events, Option.some(lastSeq)] as const
    })
    // Page by page: a client that was away for long must not bring the whole time line into memory.
    return Stream.flatMap(reader.changes, (lastSeq) => Stream.paginate(lastSeq, page))
  }

  return Effect.fnUntraced(function* (after: number | undefined, filter: StreamFilter) {
    const begin = after ?? (yield* reader.lastSeq)
    const heartbeats = Stream.tick(HEARTBEAT).pipe(Stream.map(() => ": the stream is open\n\n"))
    const body = Stream.merge(heartbeats, entriesAfter(begin, filter)).pipe(
      Stream.interruptWhen(drained),
      Stream.encodeText
    )
    return HttpServerResponse.stream(body, {
      contentType: "text/event-stream",
      headers: { "cache-control": "no-store" }
    })
  })
})

/** A position in a header or a query; undefined if it is none, as browsers send an empty one at first. */
const positionIn = (text: string | null | undefined): number | undefined => {
  const position = /^\d{1,16}$/.test(text ?? "") ? Number(text) : undefined
  return Number.isSafeInteger(position) ? position : undefined
}

/** New entries as they happen: from `Last-Event-ID` or `after` on, else from now on, with the filter of the query. */
export const StreamHttp = Layer.unwrap(
  Effect.map(streaming, (stream) =>
    HttpRouter.add(
      "GET",
      paths.stream,
      Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers, url }) => {
        const query = new URLSearchParams(url.split("?")[1] ?? "")
        const { older_than: _, ...filter } = filterIn(query)
        const after = positionIn(headers["last-event-id"]) ?? positionIn(query.get("after"))
        return stream(after, filter)
      })
    )
  )
)
