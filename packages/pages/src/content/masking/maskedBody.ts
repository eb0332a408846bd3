import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { type Author, isCode, isProblem, isSentence, shownSentence, wordsOf } from "./problems.ts"
import { isFieldName, MASK, shownValue } from "./shown.ts"

type Path = ReadonlyArray<string>
type Scalar = string | number | boolean

/** No message of anybody is nested as deep. Reading by recursion would overflow the stack from some depth on. */
const DEEPEST = 100

/** Whether the lists and objects of a JSON text are nested deeper than that. */
const isTooDeep = (json: string): boolean => {
  if ((json.match(/[[{]/g)?.length ?? 0) <= DEEPEST) return false
  let depth = 0
  for (const [mark] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (mark === "[" || mark === "{") depth += 1
    if (mark === "]" || mark === "}") depth -= 1
    if (depth > DEEPEST) return true
  }
  return false
}

/** The parsed JSON body, or undefined if it is something else, or nested so deep that nobody can mean it. */
export const parsed = (body: string): unknown => {
  const value = Result.getOrUndefined(Result.try((): unknown => JSON.parse(body)))
  return value !== undefined && isTooDeep(body) ? undefined : value
}

/** Masks all of a JSON value, by `leaf`. Keys that may be values are masked too; lists and objects keep their form. */
const mapped = (value: unknown, path: Path, leaf: (path: Path, value: Scalar) => unknown): unknown => {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return value.map((item, index) => mapped(item, [...path, String(index)], leaf))
  if (Predicate.isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item], index) => {
        const name = isFieldName(key) ? key : `${MASK}${index}`
        return [name, mapped(item, [...path, name], leaf)]
      })
    )
  }
  return leaf(path, value as Scalar)
}

/** The name of the property that a place belongs to: items of a list have the name of the list. */
export const nameAt = (path: Path): string => path.findLast((key) => !/^\d+$/.test(key)) ?? ""

/**
 * A JSON value as it may be shown. `sent` is the request of an answer, whose values a fund's sentences may repeat: without
 * it they count as another party's.
 */
export const maskedJson = (value: unknown, writer: Author = "another", sent?: unknown): unknown => {
  const hasSentences = isProblem(value)
  const author = writer === "simulated_fund" && sent === undefined ? "another" : writer
  const words = author === "simulated_fund" && hasSentences ? wordsOf(sent) : new Set<string>()
  return mapped(value, [], (path, leaf) => {
    if (!hasSentences || typeof leaf !== "string") return shownValue(nameAt(path), leaf)
    if (isSentence(path)) return shownSentence(leaf, author, words)
    const isOwnCode = author === "simulated_fund" && isCode(path, leaf) && !words.has(leaf)
    return isOwnCode ? leaf : shownValue(nameAt(path), leaf)
  })
}

/** A form, `a=1&b=2`: the other kind of body whose fields have names. */
const maskedForm = (body: string): string =>
  [...new URLSearchParams(body)]
    .map(([name, value]) => `${isFieldName(name) ? name : MASK}=${shownValue(name, value)}`)
    .join("&")

/** A body as it may be shown: JSON by its properties, indented; a form by its fields; anything else not at all. */
export const maskedBody = (
  body: string,
  contentType = "",
  author: Author = "another",
  sent: string | null = null
): string => {
  if (body === "") return ""
  const value = parsed(body)
  if (value !== undefined) {
    return JSON.stringify(
      maskedJson(value, author, sent === null ? undefined : (parsed(sent) ?? sent)),
      null,
      2
    )
  }
  return contentType.startsWith("application/x-www-form-urlencoded") ? maskedForm(body) : MASK
}
