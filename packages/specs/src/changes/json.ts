import { createHash } from "node:crypto"

/** Any JSON object, such as a document or a part of it. */
export type Json = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const objectOf = (value: unknown): Json => (isObject(value) ? value : {})

export const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

export const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

/** The same text for the same value, in any order of its keys. */
export const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (!isObject(value)) return JSON.stringify(value) ?? "undefined"
  const keys = Object.keys(value).toSorted()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`
}

/** The first hexadecimal digits of the SHA-256 of a text. */
const fingerprint = (text: string): string =>
  `sha256:${createHash("sha256").update(text).digest("hex").slice(0, 16)}`

/** A text as it is, or its fingerprint if it is too long to be read. */
export const brief = (text: string): string => (text.length <= 120 ? text : fingerprint(text))

/** One token more on a JSON Pointer (RFC 6901). */
export const below = (pointer: string, ...tokens: ReadonlyArray<string | number>): string =>
  [pointer, ...tokens.map((token) => String(token).replaceAll("~", "~0").replaceAll("/", "~1"))].join("/")
