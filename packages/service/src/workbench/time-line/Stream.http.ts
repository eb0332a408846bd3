import { filterIn } from "@embedded-super/pages/pages/index"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import { paths } from "../pages/frame.ts"
import { streaming } from "./stream.ts"

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
