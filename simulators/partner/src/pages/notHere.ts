/**
 * The page of something that the payroll doesn't have.
 *
 * Guide: partners/wattle-payroll
 */
import { html } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { pageMaker, type Place } from "./layout.ts"

export const notHere = (page: Effect.Success<typeof pageMaker>, place: Place, what: string) =>
  page({
    title: "Not here",
    place,
    status: 404,
    content: [
      html`<h1>Not here</h1>
        <p>The payroll has no such ${what}. It may have been forgotten by a reset.</p>
        <p><a href="${place}">Back</a></p>`
    ]
  })

/** Any other path: a page for browsers; programs get the problem of an unknown path. */
export const NotHereHttp = Layer.unwrap(
  Effect.gen(function* () {
    const page = yield* pageMaker
    return HttpRouter.add(
      "GET",
      "/*",
      Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }) =>
        (headers["accept"] ?? "").includes("text/html")
          ? notHere(page, "/", "page")
          : HttpServerResponse.empty({ status: 404 })
      )
    )
  })
)
