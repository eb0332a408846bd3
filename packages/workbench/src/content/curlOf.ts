import * as Predicate from "effect/Predicate"
import { missingEnd } from "./cutJson.ts"
import { quoted } from "./quoted.ts"
import { maskedJson, parsed } from "./masking/maskedBody.ts"
import { isSecretHeader, maskedHeaders } from "./masking/maskedHeaders.ts"
import { isFieldName, isMask, MASK, shownValue } from "./masking/shown.ts"
import type { RawCall } from "./Message.ts"

/** A variable inside a text in single quotes. */
const spliced = (variable: string): string => `'"$${variable}"'`

const upper = (name: string): string =>
  name
    .replaceAll(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    // A shell's variable begins with a letter: `$0` is its own name.
    .replace(/^(?=\d)/, "VALUE_")
    .toUpperCase() || "VALUE"

/** Names variables after properties; a second one of the same name gets a number. */
const makeVariables = () => {
  const used = new Map<string, number>()
  return (name: string): string => {
    const count = (used.get(name) ?? 0) + 1
    used.set(name, count)
    return count === 1 ? name : `${name}_${count}`
  }
}

/** Headers that the caller sets; curl and the connection set the others. */
const written: ReadonlySet<string> = new Set([
  "accept",
  "content-type",
  "idempotency-key",
  "if-match",
  "webhook-id",
  "webhook-timestamp"
])

const variableOf = (name: string, value: string): string =>
  name === "x-api-key" ? (value.startsWith("partner_") ? "PARTNER_KEY" : "PRODUCT_KEY") : upper(name)

/** `a=1&b=2`, also where the content type says something else. */
const isForm = (text: string): boolean => /^[\w-]{1,64}=[^&\s]*(?:&[\w-]{1,64}=[^&\s]*)*$/.test(text)

/** Marks where a variable goes, by noncharacters of Unicode. */
const place = (index: number): string => `\uFDD0${index}\uFDD0`

/** The same for a value that isn't a text: its quotes in the JSON text are removed. */
const bare = (mark: string): string => `\uFDD1${mark}\uFDD1`

/**
 * The call as a command line for a POSIX shell. It has a variable for each key, and for each value that is masked, also
 * in a call that was kept masked; set them before. Keys aren't in it, nor anything personal.
 */
export const curlOf = ({ method, request, url }: RawCall): string => {
  const named = makeVariables()
  const variables: Array<string> = []
  const placed = (name: string): string => place(variables.push(named(upper(name))) - 1)
  const [address = "", query] = url.split("#")[0]!.split(/\?(.*)/s)
  const parameterOf = ([name, value]: readonly [string, string]): string => {
    if (isMask(name) || !isFieldName(name)) return placed("query")
    const shown = shownValue(name, /^\d{1,9}$/.test(value) ? Number(value) : value)
    const isShown = String(shown) === value && !isMask(value)
    return `${encodeURIComponent(name)}=${isShown ? encodeURIComponent(value) : placed(name)}`
  }
  const parameters = [...new URLSearchParams(query ?? "")].map(parameterOf)
  const masked = maskedHeaders(request.headers)
  const headers = Object.entries(request.headers).flatMap(([header, value]) => {
    const name = header.toLowerCase()
    if (isSecretHeader(name)) {
      return [`${name}: ${place(variables.push(named(variableOf(name, value))) - 1)}`]
    }
    if (!written.has(name)) return []
    return [`${name}: ${masked[name] === MASK ? placed(name) : (masked[name] ?? "")}`]
  })

  const withPlaces = (now: unknown, was: unknown, name: string): unknown => {
    if (Array.isArray(now))
      return now.map((item, index) => withPlaces(item, (was as Array<unknown>)[index], name))
    if (Predicate.isObject(now)) {
      const before = Object.values(was as object)
      return Object.fromEntries(
        Object.entries(now).map(([key, item], index) => [key, withPlaces(item, before[index], key)])
      )
    }
    // An address without its query is shown, but isn't what was sent.
    if (now === was && !isMask(now)) return now
    const mark = placed(name)
    return typeof was === "string" ? mark : bare(mark)
  }
  const jsonText = (json: unknown): string => JSON.stringify(withPlaces(maskedJson(json), json, "value"))
  const bodyText = (text: string): string => {
    const json = parsed(text)
    if (json !== undefined) return jsonText(json)
    const end = missingEnd(text)
    if (end !== undefined) return jsonText(parsed(text + end)).slice(0, -end.length)
    // Nothing of a text that isn't understood may be shown.
    return isForm(text) ? [...new URLSearchParams(text)].map(parameterOf).join("&") : placed("body")
  }
  const body =
    request.body === null || request.body === "" ? [] : [`--data ${quoted(bodyText(request.body))}`]
  const lines = [
    `curl -X ${method} ${quoted(parameters.length === 0 ? address : `${address}?${parameters.join("&")}`)}`,
    ...headers.map((header) => `-H ${quoted(header)}`),
    ...body
  ]
  return lines
    .join(" \\\n  ")
    .replaceAll(/"\uFDD1|\uFDD1"/g, "")
    .replaceAll(/\uFDD0(\d+)\uFDD0/g, (_, index: string) => spliced(variables[Number(index)] ?? "VALUE"))
}
