import type { AnswerDifference, ShortText } from "@embedded-super/contracts/schemas"
import { formatUriFragment } from "effect/JsonPointer"
import * as Predicate from "effect/Predicate"
import { maskedBody, maskedJson, parsed } from "./masking/maskedBody.ts"
import { maskedHeaders } from "./masking/maskedHeaders.ts"
import type { Author } from "./masking/problems.ts"
import type { RawAnswer } from "./Message.ts"

const MOST = 100
const LONGEST = 500

/** Fields that differ between any two answers, and say nothing. */
const everDifferent: ReadonlySet<string> = new Set([
  "x-request-id",
  "traceparent",
  "webhook-timestamp",
  "ratelimit",
  "#/request_id"
])

const short = (text: string): ShortText =>
  (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text) as ShortText

/** A value in one line: texts without quotes, because they are read and not copied. */
const lineOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : Predicate.isString(value) ? value : JSON.stringify(value)

/** Both values are masked; if their masks are equal, it is said that the values aren't. */
const difference = (
  place: string,
  before: string | undefined,
  now: string | undefined
): AnswerDifference => ({
  place: short(place),
  before: before === undefined ? null : short(before),
  now: now === undefined ? null : short(before === now ? `${now} (another value)` : now)
})

interface Side {
  readonly value: unknown
  /** The same value, masked. */
  readonly masked: unknown
}

const isContainer = (value: unknown): value is object => Predicate.isObject(value) || Array.isArray(value)

const childOf = ({ masked, value }: Side, key: string): Side => ({
  value: isContainer(value) ? Reflect.get(value, key) : undefined,
  masked: isContainer(masked) ? Reflect.get(masked, key) : undefined
})

/** Whether the inner places of both can be compared: a value that isn't there has none. */
const isComparable = (before: unknown, now: unknown): boolean => {
  if (!isContainer(before)) return (before ?? null) === null && isContainer(now)
  return (now ?? null) === null || (isContainer(now) && Array.isArray(before) === Array.isArray(now))
}

/** The places where two JSON values differ, from the outside in. Masked keys are compared as values of their object. */
const places = (before: Side, now: Side, path: ReadonlyArray<string>): ReadonlyArray<AnswerDifference> => {
  if (JSON.stringify(before.value) === JSON.stringify(now.value)) return []
  const pointer = formatUriFragment(path)
  if (everDifferent.has(pointer)) return []
  if (isComparable(before.masked, now.masked)) {
    const keys = [...new Set([...Object.keys(before.masked ?? {}), ...Object.keys(now.masked ?? {})])]
    const inner = keys.flatMap((key) => places(childOf(before, key), childOf(now, key), [...path, key]))
    if (inner.length > 0) return inner
    if (path.length === 0 && isContainer(before.masked) && isContainer(now.masked)) return []
  }
  return [difference(pointer, lineOf(before.masked), lineOf(now.masked))]
}

const sideOf = (body: string | null, author: Author): Side => {
  const value = body === null || body === "" ? undefined : (parsed(body) ?? body)
  if (value === undefined) return { value, masked: undefined }
  return { value, masked: value === body ? maskedBody(body, "", author) : maskedJson(value, author) }
}

/** Where two answers of one author differ: the status, headers that matter, places of the body. Masked, at most 100. */
export const differencesOf = (
  before: RawAnswer,
  now: RawAnswer,
  author: Author = "another"
): ReadonlyArray<AnswerDifference> => {
  const status =
    before.status === now.status
      ? []
      : [difference("status", String(before.status ?? "none"), String(now.status ?? "none"))]
  const [headersBefore, headersNow] = [maskedHeaders(before.headers), maskedHeaders(now.headers)]
  const names = [...new Set([...Object.keys(headersBefore), ...Object.keys(headersNow)])].toSorted()
  const headers = names
    .filter((name) => !everDifferent.has(name) && headersBefore[name] !== headersNow[name])
    .map((name) => difference(name, headersBefore[name], headersNow[name]))
  const inBody = places(sideOf(before.body, author), sideOf(now.body, author), [])
  return [...status, ...headers, ...inBody].slice(0, MOST)
}

/** Where the body that is sent again differs from the first call's. Masked, at most 100. */
export const editsOf = (first: string | null, sent: string | null): ReadonlyArray<AnswerDifference> =>
  places(sideOf(first, "another"), sideOf(sent, "another"), []).slice(0, MOST)
