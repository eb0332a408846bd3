import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { createHash } from "node:crypto"
import { script } from "../pages/script.ts"
import { style } from "../pages/style.ts"

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
