import { below, isObject, objectOf } from "./json.ts"
import type { Json } from "./json.ts"

/** A value in a document and its JSON Pointer. A reference is followed to its target. */
export interface Place {
  readonly document: Json
  readonly at: string
  readonly value: Json | boolean
}

export const valueAt = (document: Json, pointer: string): unknown =>
  pointer
    .split("/")
    .slice(1)
    .map((token) => decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((value, token) => {
      if (Array.isArray(value)) return value[Number(token)]
      return isObject(value) ? value[token] : undefined
    }, document)

/** The target of a reference. In a bundled document it is always inside the document. */
export const follow = (document: Json, reference: string): Place => {
  const at = reference.replace(/^#/, "")
  const value = valueAt(document, at)
  if (!isObject(value) && typeof value !== "boolean") throw new Error(`${reference} leads nowhere`)
  return { document, at, value }
}

/** The place itself, or the target of its `$ref`. Not for schemas, where keywords beside `$ref` count as well. */
export const resolve = (place: Place): Place => {
  const reference = objectOf(place.value)["$ref"]
  return typeof reference === "string" ? resolve(follow(place.document, reference)) : place
}

/** A named part of a place, resolved; undefined where there is none. */
export const part = (place: Place, ...tokens: ReadonlyArray<string>): Place | undefined => {
  const [token, ...rest] = tokens
  if (token === undefined) return resolve(place)
  const value = objectOf(place.value)[token]
  if (!isObject(value) && typeof value !== "boolean") return undefined
  return part(resolve({ document: place.document, at: below(place.at, token), value }), ...rest)
}

/** Every named part of a place, resolved, by name. */
export const parts = (place: Place | undefined): ReadonlyMap<string, Place> => {
  if (place === undefined) return new Map()
  const names = Object.keys(objectOf(place.value))
  return new Map(
    names.flatMap((name) => {
      const found = part(place, name)
      return found === undefined ? [] : [[name, found] as const]
    })
  )
}

/** The whole document as a place. */
export const whole = (document: Json): Place => ({ document, at: "", value: document })
