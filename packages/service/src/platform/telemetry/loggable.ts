import * as Predicate from "effect/Predicate"
import * as Redactable from "effect/Redactable"
import * as Redacted from "effect/Redacted"
import { withoutTfns } from "@embedded-super/http-manners"

/**
 * The annotations whose text may be logged. A text under any other key is printed as `<unlisted>`: to log it, add its
 * key here, after checking that it can't contain a person's data, a partner's secret or a fund's response.
 */
const LOGGABLE_KEYS: ReadonlySet<string> = new Set(
  [
    // requests
    "method route operation code host url embed caller_request_id http.request.method error.type",
    // business entities, by kind and state
    "entity kind state event subject outcome reason short_id fund fingerprint",
    // jobs and deliveries
    "queue job task worker owner slot webhook_id words until not_asked",
    // this process and its database
    "file folder home data server user from to address version migration table constraint command sql master_key head"
  ].flatMap((keys) => keys.split(" "))
)

/** Forms that contain nothing about a person: ids and times. */
const HARMLESS =
  /^(?:[0-9a-f]{32}|(?:msg_)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z|cron:[\w:.-]+)$/

const DEEPEST = 3

/**
 * The printable form of a value under a key: numbers, booleans, ids and times unchanged; a text under a listed key,
 * scrubbed; an object's members by their own keys; a redacted value as `<redacted>`.
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

/** Secrets recognisable by their form: our API keys, webhook secrets, bearer tokens, passwords in addresses. */
const SHAPES: ReadonlyArray<readonly [RegExp, string]> = [
  [
    /\b(partner|product)_(live|sandbox)_([0-9A-Za-z]{8})_[0-9A-Za-z]+(_[0-9A-Za-z]+)?/g,
    "$1_$2_$3_<redacted>"
  ],
  [/\bwhsec_[A-Za-z0-9+/=]+/g, "whsec_<redacted>"],
  [/\b(bearer|basic) +[A-Za-z0-9._~+/=-]+/gi, "$1 <redacted>"],
  [/(:\/\/[^/?#\s:@]*):[^/?#\s@]*@/g, "$1:<redacted>@"],
  // A query may contain a signature, a token or a name: none of it is logged.
  [/((?:https?:\/\/|(?<=[\s"'(]|^)\/)[^\s?"'<>]*)\?[^\s"'<>)]*/g, "$1?<query>"]
]

/**
 * The second safeguard behind `loggable`: removes from a text everything that looks like a secret or a tax file number.
 * The first rule remains: never put such values into a text.
 */
export const scrub = (text: string): string =>
  withoutTfns(
    SHAPES.reduce((scrubbed, [shape, instead]) => scrubbed.replace(shape, instead), text),
    "<tfn>"
  )
