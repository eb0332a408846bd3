/**
 * Which values of messages may be shown. Default deny: codegen makes the table `shown-values.ts` of all schemas, and what
 * it doesn't name is masked - an unknown property, a value of another form than the schemas allow, and every property
 * that holds personal data in any message.
 *
 * Why by name, and not by the operation's schema: a fund renames and adds fields, and the messages that people look at
 * most are the ones that break their contract.
 *
 * The trap: a mask keeps the first letter of a text, so that a reader recognises the value beside it. Texts with digits
 * or signs, which may be numbers, dates or keys, keep nothing.
 */
import { secretProperties, shownPatterns, shownValues } from "@embedded-super/contracts/shown-values"
import { webhookSubjects } from "@embedded-super/contracts/webhook-events"
import { withoutTfns, pathWords } from "@embedded-super/http-manners"

export const MASK = "•••"
export const HIDDEN = "(hidden)"

/** Names of keys in any party's words: also where a body isn't ours, as at a fund's token endpoint. */
const SECRET_NAME =
  /secret|token|password|passwd|credential|signature|assertion|authori[sz]ation|api_?key|auth_?key/i

const secrets: ReadonlySet<string> = new Set(secretProperties)

const patterns = shownPatterns.map((pattern) => new RegExp(pattern, "u"))

const known = new Map(
  Object.entries(shownValues).map(([name, values]) => [name, { ...values, texts: new Set(values.texts) }])
)

/** A text of words only, as names are, or an e-mail address: its first letter says little. */
const WORDS = /^\p{L}[\p{L}\p{M}' ’.,&@_-]{0,99}$/u

/** A masked value; masking it again changes nothing. */
const MASKED = /^(?:\p{L}?•••|\(hidden\))$/u

/** Whether a value is a mask, or holds one: its original isn't here. */
export const isMask = (value: unknown): boolean =>
  typeof value === "string" && (value.includes(MASK) || value === HIDDEN)

const ADDRESS = /^(https?:\/\/[^/?#]*|(?=\/))([^?#]*)(\?[^#]*)?(#.*)?$/s

/** Where the service's things are. Their ids are no keys; an address of a partner may hold one. */
const thingPaths: ReadonlySet<string> = new Set(Object.values(webhookSubjects).map(({ path }) => path))

const isThingPath = (path: string): boolean => thingPaths.has(path.slice(0, path.lastIndexOf("/")))

/**
 * An address without parts that may be a key, a signature or a person's data: its path has words and ids, or words only where the
 * specs say so and it isn't the path of a thing of the service; its query is masked; of fragments only the name of a problem is
 * left.
 */
const shownAddress = (name: string, text: string): string =>
  text.replace(ADDRESS, (_, origin: string, path: string, query?: string, fragment = "") => {
    const shownParts = isThingPath(path) ? "words_and_ids" : known.get(name)?.path
    const words = pathWords(path, shownParts ?? "words_and_ids", MASK)
    if (query !== undefined) return `${origin}${words}?${MASK}`
    return `${origin}${words}${/^#[a-z_]+$/.test(fragment) ? fragment : ""}`
  })

/** A key, an index or a header in a pointer. Other keys may be values that a person typed at a wrong place. */
const STEP =
  /^(?:\d{1,3}|[a-z][A-Za-z]*(?:[_-][A-Za-z]+)*(?:_?\d{1,2})?|Authorization|Content-Type|Idempotency-Key|If-Match|Retry-After|X-API-Key|X-Request-Id)$/

/** A JSON Pointer as a URI fragment, with its keys and indices that are words of a message. */
const shownPointer = (text: string): string =>
  text
    .split("/")
    .map((step, index) => (index === 0 || step === "" || step === MASK || STEP.test(step) ? step : MASK))
    .join("/")

const withoutValues = (name: string, text: string): string =>
  text.startsWith("#/") ? shownPointer(text) : shownAddress(name, text)

const maskedText = (name: string, text: string): string => {
  if (text === "" || MASKED.test(text)) return text
  if (secrets.has(name) || SECRET_NAME.test(name)) return HIDDEN
  return WORDS.test(text) ? `${[...text][0]}${MASK}` : MASK
}

/** Whether the text of a property may be shown as it is, but for parts of an address or a pointer. */
const mayShow = (name: string, text: string): boolean => {
  const values = known.get(name)
  if (values === undefined) return false
  return values.texts.has(text) || values.patterns?.some((index) => patterns[index]?.test(text)) === true
}

/** A value as it may be shown: itself, or its mask. */
export const shownValue = (name: string, value: string | number | boolean): string | number | boolean => {
  if (typeof value === "string") {
    return mayShow(name, value) ? withoutTfns(withoutValues(name, value)) : maskedText(name, value)
  }
  const values = known.get(name)
  if (typeof value === "boolean") return values?.boolean === true ? value : MASK
  // A caller may put any number into a property or parameter that may be shown.
  return values?.number === true && withoutTfns(String(value)) === String(value) ? value : MASK
}

/** The key of an object, if it has the form of a field's name. Another one may be a misplaced value. */
export const isFieldName = (key: string): boolean => known.has(key) || /^[a-z_][A-Za-z0-9_-]{0,63}$/.test(key)
