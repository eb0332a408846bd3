/**
 * The files that the pages load: the style sheet, two scripts, and the stream of changes (`payroll/Live.ts`).
 *
 * Guide: partners/wattle-payroll
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { Live } from "../payroll/Live.ts"
import { embedScript } from "./browser/embed.ts"
import { liveScript } from "./browser/live.ts"
import { style } from "./style.ts"
import { always, file } from "./web.ts"

/** A comment keeps the connection alive through anything between. */
const heartbeat = Stream.map(Stream.tick(Duration.seconds(20)), () => ":\n\n")

export const FilesHttp = Layer.unwrap(
  Effect.gen(function* () {
    const live = yield* Live
    const events = Effect.sync(() =>
      HttpServerResponse.stream(
        live.changes.pipe(
          Stream.map(() => "data: changed\n\n"),
          Stream.merge(heartbeat, { haltStrategy: "left" }),
          Stream.encodeText
        ),
        { contentType: "text/event-stream", headers: always }
      )
    )
    const get = (path: HttpRouter.PathInput, text: string, type: string) =>
      HttpRouter.add("GET", path, Effect.succeed(file(text, `${type}; charset=utf-8`)))
    return Layer.mergeAll(
      get("/_app/style.css", style, "text/css"),
      get("/_app/embed.js", embedScript, "text/javascript"),
      get("/_app/live.js", liveScript, "text/javascript"),
      HttpRouter.add("GET", "/_app/events", events)
    )
  })
)
