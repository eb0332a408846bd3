import { SpecError } from "../findings.ts"
import { type Documents, mapped } from "./Documents.ts"
import { isObject, type Json, objectOf } from "./json.ts"

/**
 * Examples that differ in little from one before them in their file: `x-like: <name>` takes over its value. What the example's
 * own `value` holds is put into that, object by object; lists and texts are replaced. `x-left-out` names what isn't taken over,
 * each by its keys: `data/waiting`.
 */
export const withExamples = (documents: Documents): Documents =>
  mapped(documents, (path, value) => {
    if (!path.includes("/examples/") || !isObject(value)) return value
    const whole: Record<string, unknown> = {}
    for (const [name, example] of Object.entries(value)) whole[name] = completed(path, whole, name, example)
    return whole
  })

const completed = (path: string, before: Json, name: string, example: unknown): unknown => {
  if (!isObject(example) || example["x-like"] === undefined) return example
  const { "x-left-out": leftOut, "x-like": like, value, ...rest } = example
  const base = objectOf(before[String(like)])["value"]
  if (!isObject(base)) {
    const message = `there is no example ${String(like)} before it`
    throw new SpecError([{ code: "ref_not_found", document: path, pointer: `/${name}`, message }])
  }
  const places = Array.isArray(leftOut) ? leftOut.map((place) => String(place).split("/")) : []
  const kept = places.reduce<Json>((json, place) => without(json, place), base)
  return { ...rest, value: merged(kept, objectOf(value)) }
}

const without = (json: Json, [key = "", ...rest]: ReadonlyArray<string>): Json => {
  const { [key]: inner, ...others } = json
  if (rest.length === 0) return others
  return { ...json, [key]: without(objectOf(inner), rest) }
}

const merged = (base: Json, change: Json): Json =>
  Object.fromEntries(
    Object.entries({ ...base, ...change }).map(([key, value]) => {
      const before = base[key]
      return [key, isObject(before) && isObject(value) ? merged(before, value) : value]
    })
  )
