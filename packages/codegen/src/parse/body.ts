import type { Pointer } from "../documents/pointer.ts"
import type { Body } from "../model/Api.ts"
import { isObject } from "../documents/json.ts"
import { type Context, resolve } from "./Context.ts"
import { parseSchema } from "./schema.ts"

export const parseBody = (context: Context, value: unknown, place: Pointer): Body | undefined => {
  if (value === undefined) return undefined
  const { value: json, at } = resolve(context, value, place)
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
  const schema = isObject(media) ? media["schema"] : undefined
  return {
    required: json["required"] === true,
    schema: parseSchema(context, schema ?? true, [...at, "content", contentType, "schema"]),
    contentType
  }
}

export const isJson = (contentType: string): boolean =>
  contentType === "application/json" || contentType.endsWith("+json")
