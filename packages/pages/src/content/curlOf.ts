import * as Predicate from "effect/Predicate"
import { maskedJson, parsed } from "./masking/maskedBody.ts"
import { isSecretHeader, maskedHeaders } from "./masking/maskedHeaders.ts"
import { isFieldName, isMask, MASK, shownValue } from "./masking/shown.ts"
import type { RawCall } from "./Message.ts"

/** A text in single quotes for a POSIX shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'"'"'`)}'`

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
export const isForm = (text: string): boolean => /^[\w-]{1,64}=[^&\s]*(?:&[\w-]{1,64}=[^&\s]*)*$/.test(text)

/** Marks where a variable goes, by noncharacters of Unicode. */
const place = (index: number): string => `\uFDD0${index}\uFDD0`

/** The same for a value that isn't a text: its quotes in the JSON text are removed. */
const bare = (mark: string): string => `\uFDD1${mark}\uFDD1`

/** The values that a command needs besides the call. */
export interface CurlOptions {
  /** The certificate authority of a program of this machine, a file. */
  readonly caFile?: string | undefined
  /** Whether a webhook is signed anew, with the secret: an old signature is refused for its time, and nobody can compute it. */
  readonly signsAnew?: boolean
}

/** Computes `$signature` of `$body` for now, from the secret (Standard Webhooks): a shell and OpenSSL can. */
const signed = (id: string): ReadonlyArray<string> => [
  `secret="$WEBHOOK_SECRET"`,
  `at=$(date +%s)`,
  `hex=$(printf %s "\${secret#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')`,
  `signature=v1,$(printf %s ${quoted(`${id}.`)}"$at.$body" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$hex" -binary | openssl base64 -A)`
]

/**
 * The call as a command line for a POSIX shell. It has a variable for each key, and for each value that is masked, also
 * in a call that was kept masked; set them before. Keys aren't in it, nor anything personal.
 */
export const curlOf = (
  { method, request, url }: RawCall,
  { caFile, signsAnew = false }: CurlOptions = {}
): string => {
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
  const names = Object.keys(request.headers).map((name) => name.toLowerCase())
  const isSigned = signsAnew && names.includes("webhook-signature") && Boolean(request.body)
  const headers = Object.entries(request.headers).flatMap(([header, value]) => {
    const name = header.toLowerCase()
    if (isSigned && (name === "webhook-signature" || name === "webhook-timestamp")) return []
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
  const body = request.body === null || request.body === "" ? undefined : quoted(bodyText(request.body))
  const id = headers.find((header) => header.startsWith("webhook-id: "))?.slice("webhook-id: ".length) ?? ""
  const lines = [
    `curl -X ${method} ${quoted(parameters.length === 0 ? address : `${address}?${parameters.join("&")}`)}`,
    ...(caFile === undefined || !address.startsWith("https:") ? [] : [`--cacert ${quoted(caFile)}`]),
    ...headers.map((header) => `-H ${quoted(header)}`),
    ...(isSigned ? [`-H "webhook-timestamp: $at"`, `-H "webhook-signature: $signature"`] : []),
    ...(body === undefined ? [] : [isSigned ? `--data-binary "$body"` : `--data ${body}`])
  ]
  const before = isSigned ? [`body=${body}`, ...signed(id)] : []
  return [...before, lines.join(" \\\n  ")]
    .join("\n")
    .replaceAll(/"\uFDD1|\uFDD1"/g, "")
    .replaceAll(/\uFDD0(\d+)\uFDD0/g, (_, index: string) => spliced(variables[Number(index)] ?? "VALUE"))
}

/** The signs that would end the strings, lists and objects that are open at the end of a text. */
const closersOf = (text: string): string => {
  const open: Array<string> = []
  let isString = false
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]!
    if (isString) {
      if (letter === "\\") at += 1
      else if (letter === '"') isString = false
    } else if (letter === '"') isString = true
    else if (letter === "{") open.push("}")
    else if (letter === "[") open.push("]")
    else if (letter === "}" || letter === "]") open.pop()
  }
  return (isString ? '"' : "") + open.toReversed().join("")
}

/** The missing end of a JSON text that was cut off; undefined if something else is wrong with it. */
const missingEnd = (text: string): string | undefined => {
  const closers = closersOf(text)
  return closers === ""
    ? undefined
    : ["", "null", ":null"].map((value) => value + closers).find((end) => parsed(text + end) !== undefined)
}

/** The variables of a command made by `curlOf`, in their order. */
export const variablesIn = (command: string): ReadonlyArray<string> => [
  ...new Set([...command.matchAll(/"(\$[A-Z][A-Z0-9_]*)"/g)].map(([, name]) => name!))
]
