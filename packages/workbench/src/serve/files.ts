import { script, style } from "@embedded-super/workbench/pages/index"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { createHash } from "node:crypto"
import { paths } from "./frame.ts"

/** A file of the pages. Its name doesn't change with its content, so a browser asks each time whether it is the same. */
const file = (name: string, content: string, contentType: string) => {
  const etag = `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`
  const headers = { "cache-control": "no-cache", "cross-origin-resource-policy": "same-origin", etag }
  return HttpRouter.add(
    "GET",
    `${paths.files}/${name}`,
    HttpServerResponse.text(content, { contentType, headers })
  )
}

/** The pages' style and script. */
export const PageFiles = Layer.mergeAll(
  file("style.css", style, "text/css; charset=utf-8"),
  file("script.js", script, "text/javascript; charset=utf-8")
)
