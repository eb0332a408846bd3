import { objectOf } from "../json.ts"
import type { Position } from "../Change.ts"
import type { Place } from "../Place.ts"
import { part, parts } from "../Place.ts"
import type { Comparing } from "./Comparing.ts"
import { everyone } from "./Comparing.ts"

const contentOf = (body: Place) => parts(part(body, "content"))

/** The media types of a body and what each holds. */
export const compareContent = (
  comparing: Comparing,
  position: Position,
  before: Place,
  after: Place
): void => {
  const [old, young] = [contentOf(before), contentOf(after)]
  for (const [type, media] of old) {
    const kept = young.get(type)
    if (kept === undefined) comparing.find("media-type-removed", media.at, `${type} is gone`, everyone, type)
    else comparing.schemas(position, schemaOf(media), schemaOf(kept))
  }
  for (const [type, media] of young) {
    if (old.has(type)) continue
    // Callers choose a type, by Content-Type or Accept; implementers must support it.
    if (old.size > 0) comparing.find("media-type-added", media.at, `${type} is new`, ["implementers"], type)
    else comparing.find("body-added", media.at, `there is a body now, ${type}`, everyone, type)
  }
}

/** The schema itself, not its target: keywords beside `$ref` count as well. */
export const schemaOf = (holder: Place, keyword = "schema"): Place | undefined => {
  const value = objectOf(holder.value)[keyword]
  if (typeof value !== "boolean" && (typeof value !== "object" || value === null)) return undefined
  return { document: holder.document, at: `${holder.at}/${keyword}`, value: value as Place["value"] }
}

export const compareRequestBody = (
  comparing: Comparing,
  position: Position,
  before: Place | undefined,
  after: Place | undefined
): void => {
  if (before === undefined && after === undefined) return
  if (after === undefined) {
    return comparing.find("request-body-removed", before?.at ?? "", "the request's body is gone", everyone)
  }
  const isRequired = (body: Place) => objectOf(body.value)["required"] === true
  if (before === undefined) {
    const required = isRequired(after)
    return comparing.judge(position, {
      kind: required ? "required-request-body-added" : "request-body-added",
      at: after.at,
      says: required ? "a body is now required" : "a body may now be sent",
      effects: required ? ["narrower", "wider"] : ["wider"]
    })
  }
  if (isRequired(before) !== isRequired(after)) {
    const required = isRequired(after)
    comparing.judge(position, {
      kind: required ? "request-body-made-required" : "request-body-made-optional",
      at: after.at,
      says: required ? "a body is now required" : "the body may now be left out",
      effects: [required ? "narrower" : "wider"]
    })
  }
  compareContent(comparing, position, before, after)
}
