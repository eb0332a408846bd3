import type { Pointer } from "../documents/pointer.ts"
import type { Body } from "../model/Api.ts"
import { isObject } from "../documents/json.ts"
import { hasOpenObject } from "../model/requests.ts"
import { type Context, resolve } from "./Context.ts"
import { parseSchema } from "./schema.ts"

export const parseBody = (context: Context, value: unknown, from: Pointer): Body | undefined => {
  if (value === undefined) return undefined
  const { value: json, at } = resolve(context, value, from)
  const content = isObject(json["content"]) ? Object.entries(json["content"]) : []
  const [first] = content
  if (first === undefined || content.length > 1) {
    context.report("unsupported_body", at, "a body has exactly one media type")
    return undefined
  }
  const [contentType, media] = first
  if (!isJson(contentType)) {
    context.report(
      "unsupported_media_type",
      [...at, "content", contentType],
      `${contentType} bodies can't be kept`
    )
    return undefined
  }
  const place = [...at, "content", contentType, "schema"]
  const schema = parseSchema(context, isObject(media) ? (media["schema"] ?? true) : true, place)
  if (hasOpenObject(schema)) {
    context.report("open_request_object", place, "an object of a request says additionalProperties: false")
  }
  return { required: json["required"] === true, schema, contentType }
}

export const isJson = (contentType: string): boolean =>
  contentType === "application/json" || contentType.endsWith("+json")
