import { type Pointer, isObject, type Json } from "../documents/json.ts"
import type { Answer, Body } from "../model/Api.ts"
import { reachableFrom, hasOpenObject } from "../model/references.ts"
import { type Context, resolve } from "./Context.ts"
import { parseHeaders } from "./fields.ts"
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

const isJson = (contentType: string): boolean =>
  contentType === "application/json" || contentType.endsWith("+json")

const streams = new Set(["application/pdf", "application/octet-stream", "text/csv"])

/** An operation's answers: the successful ones in full, and the names of the problems. */
export const parseAnswers = (
  context: Context,
  responses: unknown,
  at: Pointer
): { readonly answers: ReadonlyArray<Answer>; readonly problems: ReadonlyArray<string> } => {
  const answers: Array<Answer> = []
  const problems: Array<string> = []
  const entries = Object.entries(isObject(responses) ? responses : {}).toSorted(([a], [b]) =>
    a < b ? -1 : 1
  )
  for (const [status, value] of entries) {
    const place = [...at, status]
    const response = resolve(context, value, place)
    if (/^2\d\d$/.test(status)) {
      answers.push(parseAnswer(context, Number(status), response.value, response.at))
    } else if (status === "304") {
      // The HTTP layer generates the 304 from an answer with an ETag.
      if (!hasTag(responses)) {
        context.report("unsupported_answer", place, "only what has an ETag can be found unchanged")
      }
    } else if (/^[45]\d\d$/.test(status) && response.name !== undefined) {
      problems.push(response.name)
    } else {
      context.report(
        "unsupported_answer",
        place,
        "answers of 400 and more refer to a named response, others are 2xx or 304"
      )
    }
  }
  if (answers.length === 0) context.report("unsupported_answer", at, "no answer succeeds")
  return { answers, problems }
}

const hasTag = (responses: unknown): boolean => {
  const ok = isObject(responses) ? responses["200"] : undefined
  return isObject(ok) && isObject(ok["headers"]) && "ETag" in ok["headers"]
}

const parseAnswer = (context: Context, status: number, json: Json, at: Pointer): Answer => {
  const headers = parseHeaders(context, json["headers"], [...at, "headers"])
  const content = isObject(json["content"]) ? Object.entries(json["content"]) : []
  const [first] = content
  if (first === undefined) return { status, headers, content: { kind: "none" } }
  const [contentType, media] = first
  const place = [...at, "content", contentType]
  if (content.length > 1) context.report("unsupported_answer", place, "an answer has one media type")
  if (streams.has(contentType)) return { status, headers, content: { kind: "stream", contentType } }
  if (!isJson(contentType)) {
    context.report("unsupported_media_type", place, `${contentType} answers can't be kept`)
  }
  const schema = parseSchema(context, (isObject(media) ? media["schema"] : undefined) ?? true, [
    ...place,
    "schema"
  ])
  const names = [...reachableFrom([schema], context.components)]
  const secret = names.some((name) => context.components.get(name)?.redacted === true)
  const answer = { status, headers, content: { kind: "json", schema, contentType } } as const
  return secret ? { ...answer, secret } : answer
}
