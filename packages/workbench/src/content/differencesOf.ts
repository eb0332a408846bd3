import type { AnswerDifference, ShortText } from "@embedded-super/contracts/schemas"
import { formatUriFragment } from "effect/JsonPointer"
import * as Predicate from "effect/Predicate"
import { maskedBody, maskedJson, parsed } from "./masking/maskedBody.ts"
import { maskedHeaders } from "./masking/maskedHeaders.ts"
import type { Author } from "./masking/problems.ts"
import type { RawAnswer } from "./Message.ts"

const MOST = 100
const LONGEST = 500

/** What differs between any two answers, and says nothing. */
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

/** The places where two JSON values differ, from the outside in. Masked keys are compared as values of their object. */
const places = (before: Side, now: Side, path: ReadonlyArray<string>): ReadonlyArray<AnswerDifference> => {
  if (JSON.stringify(before.value) === JSON.stringify(now.value)) return []
  const pointer = formatUriFragment(path)
  if (everDifferent.has(pointer)) return []
  const isSameKind = Array.isArray(before.value) === Array.isArray(now.value)
  if (isContainer(before.masked) && isContainer(now.masked) && isSameKind) {
    const keys = [...new Set([...Object.keys(before.masked), ...Object.keys(now.masked)])]
    const inner = keys.flatMap((key) => places(childOf(before, key), childOf(now, key), [...path, key]))
    if (inner.length > 0 || path.length === 0) return inner
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
