import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { Html } from "../pages/html.ts"
import { errorState, type Frame, page, policy } from "../pages/index.ts"

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
