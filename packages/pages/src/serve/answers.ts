import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import { createHash } from "node:crypto"
import type { Html } from "../pages/html.ts"
import { errorState, type Frame, page, policy } from "../pages/index.ts"
import { script } from "../pages/script.ts"
import { style } from "../pages/style.ts"

/** The headers of every page. It shows masked data of this machine, so nothing keeps it or frames it. */
const headers = {
  "cache-control": "no-store",
  "content-security-policy": policy,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  // Not "no-referrer": with it browsers send "Origin: null" with a form, which is refused as another origin's.
  "referrer-policy": "same-origin"
}

/** A page, or a part of one. */
export const shown = (content: Html, status = 200) =>
  HttpServerResponse.text(content.text, { status, contentType: "text/html; charset=utf-8", headers })

/** A report of a conformance kit: one file, whose own policy allows its style sheet by its hash and nothing else. */
export const reportShown = (text: string) =>
  HttpServerResponse.text(text, {
    contentType: "text/html; charset=utf-8",
    headers: { ...headers, "content-security-policy": "frame-ancestors 'none'" }
  })

/** The way back from a form, so that reloading the page doesn't send it again. */
export const backTo = (location: string) =>
  HttpServerResponse.empty({ status: 303, headers: { ...headers, location } })

/** A page that isn't there. */
export const missing = (frame: Frame, title: string, detail: string, todo: string) =>
  shown(page(frame, { title, content: [errorState(frame, { title, detail, todo })] }), 404)

export const noSuchPage = (frame: Frame) =>
  missing(
    frame,
    "There is no such page",
    "The Workbench has no page at this address.",
    "Open the time line, and follow its links."
  )

export const noSuchEntry = (frame: Frame) =>
  missing(
    frame,
    "There is no such entry",
    "No entry has this position, or it isn't kept any more.",
    "Open the time line, and take an entry from there."
  )

/** The query of the page's address. */
export const query = Effect.map(
  HttpServerRequest.HttpServerRequest,
  ({ url }) => new URLSearchParams(url.split("?")[1] ?? "")
)

/** The fields of a form that was sent. */
export const form = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
  Effect.map(request.text, (body) => new URLSearchParams(body))
)

/** The part of the path that names a thing or a position. */
export const pathPart = (name: string) => Effect.map(HttpRouter.params, (params) => params[name] ?? "")

/** The position in the path; undefined if it is none. */
export const seqInPath = Effect.map(pathPart("seq"), (seq) =>
  Number.isSafeInteger(Number(seq)) ? Number(seq) : undefined
)

/** Why an operation did nothing. */
export interface Refused {
  readonly detail: string
  readonly errors?: ReadonlyArray<S.FieldError> | undefined
}

/** The sentences of a refusal. */
export const refusalText = ({ detail, errors = [] }: Refused): string =>
  [detail, ...errors.map((error) => error.detail)].join(" ")

/** A file of the pages. Its name doesn't change with its content, so a browser asks each time whether it is the same. */
const file = (path: HttpRouter.PathInput, content: string, contentType: string) => {
  const etag = `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`
  const headers = { "cache-control": "no-cache", "cross-origin-resource-policy": "same-origin", etag }
  return HttpRouter.add("GET", path, HttpServerResponse.text(content, { contentType, headers }))
}

/** The pages' style and script, below `paths.files`. */
export const pageFiles = (place: `/${string}`) =>
  Layer.mergeAll(
    file(`${place}/style.css`, style, "text/css; charset=utf-8"),
    file(`${place}/script.js`, script, "text/javascript; charset=utf-8")
  )
