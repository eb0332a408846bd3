import { maskedJson, parsed } from "@embedded-super/pages/content/masking/maskedBody"
import { isSecretHeader } from "@embedded-super/pages/content/masking/maskedHeaders"
import { isForm } from "@embedded-super/pages/content/curlOf"
import { isMask, shownValue } from "@embedded-super/pages/content/masking/shown"
import type { RawMessage } from "@embedded-super/pages/content/Message"
import * as Predicate from "effect/Predicate"
import type { Exchange } from "./Exchange.ts"

/** Longer ones don't fit into a sentence, and bodies are masked. */
const LONGEST = 1000

/**
 * A value that a sentence doesn't hold by chance: it has digits among letters, a sign of an address, or a word with
 * a capital. Short values and short numbers are in too many innocent words.
 */
const isTelling = (text: string): boolean =>
  text.length <= LONGEST &&
  ((text.length >= 4 && (/(?:^|\p{L}\s)\p{Lu}|@/u.test(text) || (/\d/.test(text) && /\p{L}/u.test(text)))) ||
    text.replaceAll(/\D/g, "").length >= 6)

/** Any key but a very short one. */
const isKey = (text: string): boolean => text.length >= 6 && text.length <= 16 * LONGEST

/** A value of a body, or a key that may be one, and whether masking shows it. */
interface Leaf {
  readonly value: string
  readonly isShown: boolean
}

const leavesOf = (was: unknown, now: unknown): ReadonlyArray<Leaf> => {
  if (Array.isArray(was)) return was.flatMap((item, index) => leavesOf(item, (now as Array<unknown>)[index]))
  if (Predicate.isObject(was)) {
    const shown = Object.entries(now as object)
    return Object.entries(was).flatMap(([key, item], index) => {
      const [name, masked] = shown[index] ?? ["", undefined]
      return (isMask(name) ? [{ value: key, isShown: false }] : []).concat(leavesOf(item, masked))
    })
  }
  return was === null || was === undefined ? [] : [{ value: String(was), isShown: was === now }]
}

/** Of a text that isn't JSON: addresses and numbers, which may be a person's. A flood is read once, from left to right. */
const telling = (text: string): ReadonlyArray<string> =>
  text.match(/(?<![\w.+-])[\w.+-]+@[\w.-]+|\+?\d(?:[ ./-]?\d){5,}/g) ?? []

const inBody = (body: string | null): ReadonlyArray<Leaf> => {
  if (body === null || body === "") return []
  const value = parsed(body)
  return value === undefined
    ? telling(body).map((text) => ({ value: text, isShown: false }))
    : leavesOf(value, maskedJson(value))
}

const masked = ({ body }: RawMessage): ReadonlyArray<string> =>
  inBody(body).flatMap(({ isShown, value }) => (isShown ? [] : [value.trim()]))

/** Without spaces and signs, if it is a number. */
const plain = (value: string): string => (/^[\d\s()./+-]+$/.test(value) ? value.replaceAll(/\D/g, "") : value)

/**
 * The values that the kit's own requests show. A check sends the same value in odd forms too, such as an ABN with spaces or in a
 * body that isn't JSON; it stays in every other command line. An answer may show anything, so its values are no exception.
 */
const shownByUs = (exchanges: ReadonlyArray<Exchange>): ReadonlySet<string> =>
  new Set(
    exchanges
      .flatMap(({ call }) => [...inBody(call.request.body), ...inForm(call.request.body)])
      .flatMap(({ isShown, value }) => (isShown ? [plain(value)] : []))
  )

/** A form that is sent in place of JSON has names, too, and its command line shows the same values. */
const inForm = (body: string | null): ReadonlyArray<Leaf> =>
  body !== null && isForm(body)
    ? [...new URLSearchParams(body)].map(([name, value]) => ({
        value,
        isShown: shownValue(name, value) === value
      }))
    : []

/** A key and what it is made of: `Basic` holds a name and a password. */
const inSecret = (value: string): ReadonlyArray<string> => {
  // Empty credentials are sent too: the scheme's name is a word of many sentences.
  if (/^(?:bearer|basic|apikey)$/i.test(value.trim())) return []
  const [scheme = "", credentials] = value.split(/ (.*)/s)
  if (credentials === undefined) return [value]
  const pair = /^basic$/i.test(scheme) ? Buffer.from(credentials, "base64").toString().split(/:(.*)/s) : []
  return [value, credentials, ...pair]
}

const secrets = ({ headers }: RawMessage): ReadonlyArray<string> =>
  Object.entries(headers).flatMap(([name, value]) => (isSecretHeader(name) ? inSecret(value) : []))

/** Headers whose numbers belong to no person: addresses of the subject and of proxies, and the place in a trace. */
const technicalHeaders: ReadonlySet<string> = new Set([
  "forwarded",
  "host",
  "traceparent",
  "x-forwarded-for",
  "x-real-ip"
])

/** Also the time of a webhook, in seconds since 1970. */
const isTechnical = (name: string, value: string): boolean =>
  technicalHeaders.has(name) || (name === "webhook-timestamp" && /^1\d{9}$/.test(value))

const inHeaders = (headers: Readonly<Record<string, string>>): ReadonlyArray<string> =>
  Object.entries(headers).flatMap(([name, value]) =>
    isSecretHeader(name) || isTechnical(name.toLowerCase(), value) ? [] : telling(value)
  )

const inQuery = (url: string): ReadonlyArray<string> =>
  [...new URLSearchParams(/\?([^#]*)/.exec(url)?.[1] ?? "")].flatMap(([name, value]) =>
    shownValue(name, value) === value ? [] : [value]
  )

/** The hosts that were called. They are in each line of a report, and in what subjects say of themselves. */
const hostsIn = (exchanges: ReadonlyArray<Exchange>): ReadonlySet<string> =>
  new Set(exchanges.flatMap(({ call }) => URL.parse(call.url)?.hostname ?? []))

const messagesOf = ({ answer, call }: Exchange): ReadonlyArray<RawMessage> =>
  answer === undefined ? [call.request] : [call.request, answer]

/** Every value of these calls that masking hides: no sentence of a report may hold one either. */
export const sentValues = (exchanges: ReadonlyArray<Exchange>): ReadonlySet<string> => {
  const messages = exchanges.flatMap(messagesOf)
  const shown = shownByUs(exchanges)
  const hosts = hostsIn(exchanges)
  const values = [
    ...exchanges.flatMap(({ call }) => inQuery(call.url)),
    ...messages.flatMap(({ headers }) => inHeaders(headers)),
    ...messages.flatMap(masked)
  ]
  return new Set([
    ...values.filter((value) => isTelling(value) && !shown.has(plain(value)) && !hosts.has(value)),
    ...messages.flatMap(secrets).filter(isKey)
  ])
}
