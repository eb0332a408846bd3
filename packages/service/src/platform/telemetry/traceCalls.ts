import { RequestLog, type ServerManners } from "@embedded-super/http-manners"
import * as Effect from "effect/Effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { annotateTrace, ExportsSpans, traced } from "./traces.ts"

type Observers = Pick<ServerManners, "around" | "onAnswer">

/** Probes and polls come every few seconds and say nothing. */
const isSpan = ({ headers, url }: HttpServerRequest): boolean =>
  headers["x-embed-poll"] !== "1" && !url.startsWith("/health/")

/** Makes each request of an operation a span, which continues the caller's trace; `others` observe it, too. */
export const traceCalls = (others: Observers): Effect.Effect<Observers> =>
  Effect.map(ExportsSpans, (exports) => {
    const around: NonNullable<Observers["around"]> = (request, handling, operation) => {
      const observed = others.around === undefined ? handling : others.around(request, handling, operation)
      const { traceparent } = request.headers
      if (operation === undefined || !isSpan(request)) return observed
      if (!exports && traceparent === undefined) return observed
      const attributes = { operation, "http.request.method": request.method }
      return traced(operation, { kind: "server", continues: traceparent ?? null, attributes })(observed)
    }
    if (!exports) return { ...others, around }
    const onAnswer: NonNullable<Observers["onAnswer"]> = (answered) =>
      Effect.flatMap(RequestLog, (ids) =>
        Effect.andThen(
          annotateTrace({ ...ids, trace_id: null, "http.response.status_code": answered.response.status }),
          others.onAnswer === undefined ? Effect.void : others.onAnswer(answered)
        )
      )
    return { around, onAnswer }
  })
