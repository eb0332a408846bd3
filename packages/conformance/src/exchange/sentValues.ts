import { maskedJson, parsed } from "@embedded-super/workbench/content/masking/maskedBody"
import { isSecretHeader } from "@embedded-super/workbench/content/masking/maskedHeaders"
import { isMask, shownValue } from "@embedded-super/workbench/content/masking/shown"
import type { RawMessage } from "@embedded-super/workbench/content/Message"
import * as Predicate from "effect/Predicate"
import type { Exchange } from "./Exchange.ts"

/** Shorter values are found in too many innocent words. */
const SHORTEST = 4

/** A value that a sentence doesn't hold by chance: it has a digit or a sign, or begins with a capital. */
const isTelling = (text: string): boolean =>
  text.length >= SHORTEST && (/[^\p{Ll}\s_]/u.test(text[0] ?? "") || /[\d@]/.test(text))

/** The values of a body that its masked form doesn't show. */
const maskedIn = (was: unknown, now: unknown): ReadonlyArray<string> => {
  if (Array.isArray(was)) return was.flatMap((item, index) => maskedIn(item, (now as Array<unknown>)[index]))
  if (Predicate.isObject(was)) {
    const shown = Object.entries(now as object)
    return Object.entries(was).flatMap(([key, item], index) => {
      const [name, masked] = shown[index] ?? ["", undefined]
      return [...(isMask(name) ? [key] : []), ...maskedIn(item, masked)]
    })
  }
  return was !== now && was !== null && was !== undefined ? [String(was)] : []
}

/** Of a text that isn't JSON: addresses and numbers, which may be a person's. */
const telling = (text: string): ReadonlyArray<string> =>
  text.match(/[\w.+-]+@[\w.-]+|\+?\d(?:[ ./-]?\d){5,}/g) ?? []

const inBody = (body: string | null): ReadonlyArray<string> => {
  if (body === null || body === "") return []
  const value = parsed(body)
  return value === undefined ? telling(body) : maskedIn(value, maskedJson(value))
}

/** A key and what it is made of: `Basic` holds a name and a password. */
const inSecret = (value: string): ReadonlyArray<string> => {
  const [scheme = "", credentials] = value.split(/ (.*)/s)
  if (credentials === undefined) return [value]
  const pair = /^basic$/i.test(scheme) ? Buffer.from(credentials, "base64").toString().split(/:(.*)/s) : []
  return [value, credentials, ...pair]
}

const inHeaders = (headers: Readonly<Record<string, string>>): ReadonlyArray<string> =>
  Object.entries(headers).flatMap(([name, value]) =>
    isSecretHeader(name) ? inSecret(value) : telling(value)
  )

const inQuery = (url: string): ReadonlyArray<string> =>
  [...new URLSearchParams(/\?([^#]*)/.exec(url)?.[1] ?? "")].flatMap(([name, value]) =>
    shownValue(name, value) === value ? [] : [value]
  )

const inMessage = ({ body, headers }: RawMessage): ReadonlyArray<string> =>
  inHeaders(headers).concat(inBody(body))

const inExchange = ({ answer, call }: Exchange): ReadonlyArray<string> =>
  inQuery(call.url).concat(inMessage(call.request), answer === undefined ? [] : inMessage(answer))

/** Every value of these calls that masking hides: what no sentence of a report may hold either. */
export const sentValues = (exchanges: ReadonlyArray<Exchange>): ReadonlySet<string> =>
  new Set(
    exchanges
      .flatMap(inExchange)
      .map((value) => value.trim())
      .filter(isTelling)
  )
