import * as Predicate from "effect/Predicate"
import * as Redactable from "effect/Redactable"
import * as Redacted from "effect/Redacted"
import { scrub } from "./scrub.ts"

/**
 * The annotations whose text may be logged. A text under any other key is printed as `<unlisted>`: to log it, add its
 * key here, after asking whether a person, a partner's secret or a fund's answer could stand in it.
 */
export const LOGGABLE_KEYS: ReadonlySet<string> = new Set(
  [
    // requests
    "method route operation code host url",
    // things of the business, by kind and state
    "entity kind state event subject outcome reason short_id fund fingerprint",
    // jobs and deliveries
    "queue job worker owner slot webhook_id",
    // this process and its database
    "file folder home data server user from to address version migration table constraint command"
  ].flatMap((keys) => keys.split(" "))
)

/** Shapes that say nothing about a person: ids, and moments. */
const HARMLESS =
  /^(?:(?:msg_)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z|cron:[\w:.-]+)$/

const DEEPEST = 3

/**
 * What may be printed of a value under a key: numbers, truth values, ids and moments always; a text under a listed key,
 * scrubbed; of objects their listed members; of anything redacted, that it is redacted.
 */
export const loggable = (key: string, value: unknown, depth = 0): unknown => {
  if (Redacted.isRedacted(value)) return "<redacted>"
  if (Redactable.isRedactable(value)) return loggable(key, Redactable.getRedacted(value), depth)
  if (value === null || value === undefined) return value
  if (Predicate.isBoolean(value) || Predicate.isNumber(value)) return value
  if (Predicate.isBigInt(value)) return String(value)
  if (value instanceof Date) return value.toJSON()
  if (Predicate.isString(value)) {
    return HARMLESS.test(value) ? value : LOGGABLE_KEYS.has(key) ? scrub(value) : "<unlisted>"
  }
  if (depth >= DEEPEST) return "<deep>"
  if (value instanceof Uint8Array) return "<bytes>"
  if (value instanceof Error) return value.name
  if (Array.isArray(value)) return value.slice(0, 20).map((item) => loggable(key, item, depth + 1))
  if (Predicate.isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, loggable(name, item, depth + 1)])
    )
  }
  return "<unlisted>"
}
