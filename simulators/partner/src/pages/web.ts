/**
 * The values that the pages take from a request, and the answers that aren't pages.
 *
 * Guide: partners/wattle-payroll
 */
import { plainText } from "@embedded-super/contracts/pasted"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

/** The fields of a form that was sent, as people see what they typed and pasted. */
export const formFields = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
  Effect.map(request.text, (body): Readonly<Record<string, string>> =>
    Object.fromEntries([...new URLSearchParams(body)].map(([name, value]) => [name, plainText(value)]))
  )
)

/** The query of the page's address. */
export const query = Effect.map(
  HttpServerRequest.HttpServerRequest,
  ({ url }) => new URLSearchParams(url.split("?")[1] ?? "")
)

/** Headers of every answer to a browser. */
export const always = {
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "same-origin"
}

/** Shows another page, after a form did its work. */
export const goTo = (location: string) =>
  HttpServerResponse.empty({ status: 303, headers: { ...always, location } })

/** A file of the pages, such as the style sheet. */
export const file = (body: string, contentType: string) =>
  HttpServerResponse.text(body, { contentType, headers: always })
