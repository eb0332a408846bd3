import * as Option from "effect/Option"
import * as Result from "effect/Result"

/** An object or an array that is still open. */
interface Open {
  readonly isObject: boolean
  /** The current or next member name, or item index. */
  key: string | number
  /** Whether the next string is a member name. */
  atName: boolean
  /** The number of names so far. */
  count: number
  /** The names so far, from the second on. Only large objects use a Set: most objects are small. */
  names: Array<string> | Set<string> | undefined
}

const few = 16

/** Adds the next name of an object. Returns whether it is new in that object. */
const takes = (object: Open, name: string): boolean => {
  const { names } = object
  let known = false
  if (object.count === 1) {
    known = object.key === name
    object.names = [object.key as string, name]
  } else if (names instanceof Set) {
    known = names.has(name)
    names.add(name)
  } else if (names !== undefined) {
    known = names.includes(name)
    if (names.push(name) > few) object.names = new Set(names)
  }
  object.count += 1
  object.key = name
  return !known
}

/** The index of the string's closing quotation mark; the end of the text if there is none. */
const endOf = (text: string, start: number): number => {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === 92) escapes += 1
    if (escapes % 2 === 0) return end
  }
  return text.length
}

const unescaped = (text: string): string =>
  text.includes("\\")
    ? Option.getOrElse(Result.getSuccess(Result.try((): string => JSON.parse(`"${text}"`))), () => text)
    : text

const open = (isObject: boolean): Open => ({
  isObject,
  key: isObject ? "" : 0,
  atName: isObject,
  count: 0,
  names: undefined
})

/**
 * The path of the first member whose object has another of the same name, or undefined. Of two such members JSON.parse
 * keeps the last and other parsers the first (RFC 8259, 4), so two programs would read two different bodies.
 *
 * The text is read once, without recursion. For text that isn't JSON any result is possible: the parser refuses that
 * text.
 */
export const duplicateMember = (text: string): ReadonlyArray<string | number> | undefined => {
  const path: Array<Open> = []
  let inner: Open | undefined
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case 0x22: {
        const end = endOf(text, index)
        if (inner?.atName === true) {
          inner.atName = false
          if (!takes(inner, unescaped(text.slice(index + 1, end)))) return path.map(({ key }) => key)
        }
        index = end
        break
      }
      case 0x2c:
        if (inner?.isObject === true) inner.atName = true
        else if (inner !== undefined) inner.key = Number(inner.key) + 1
        break
      case 0x7b:
      case 0x5b:
        inner = open(text.charCodeAt(index) === 0x7b)
        path.push(inner)
        break
      case 0x7d:
      case 0x5d:
        path.pop()
        inner = path.at(-1)
    }
  }
  return undefined
}

/** A member of a parsed body, of which nothing is known; undefined if it isn't there. */
export const memberOf = (value: unknown, ...names: ReadonlyArray<string>): unknown =>
  names.reduce<unknown>(
    (found, name) =>
      typeof found === "object" && found !== null && Object.hasOwn(found, name)
        ? Reflect.get(found, name)
        : undefined,
    value
  )

/** A bracket, colon or comma; a string; or another value. Their alternatives never overlap, so the time is linear. */
const TOKEN =
  /([{}[\],:])|("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y
const SPACE = /[ \t\r\n]*/y

/** The part that has to come next; `first` right after an opening bracket, where the closing one may come as well. */
type Next = "value" | "first value" | "name" | "first name" | "colon" | "end"

/** The part that has to come after `found`, a sign, a string or another value; undefined where `found` may not be. */
const step = (next: Next, found: string, open: Array<string>): Next | undefined => {
  const closing = open.at(-1)
  if (found === closing && (next === "end" || next.startsWith("first"))) {
    open.pop()
    return "end"
  }
  if (next === "colon") return found === ":" ? "value" : undefined
  if (next === "end")
    return found !== "," || closing === undefined ? undefined : closing === "}" ? "name" : "value"
  if (next.endsWith("name")) return found === "string" ? "colon" : undefined
  if (found === "{" || found === "[") {
    open.push(found === "{" ? "}" : "]")
    return found === "{" ? "first name" : "first value"
  }
  return found === "string" || found === "other" ? "end" : undefined
}

/** The index of the token with which a text stops being JSON; its length if it ends too early. JSON.parse doesn't always say. */
const mistakeIn = (text: string): number => {
  const open: Array<string> = []
  let next: Next = "value"
  for (let at = 0; ; at = TOKEN.lastIndex) {
    SPACE.lastIndex = at
    SPACE.test(text)
    TOKEN.lastIndex = SPACE.lastIndex
    const begin = SPACE.lastIndex
    const [, sign, string] = TOKEN.exec(text) ?? [undefined, ""]
    const following = step(next, sign || (string === undefined ? "other" : "string"), open)
    if (sign === "" || following === undefined) return begin
    next = following
  }
}

/** Where a text that isn't JSON has its first mistake, in words, without a part of it: "line 3, column 1". */
export const jsonMistake = (text: string): string => {
  const before = text.slice(0, mistakeIn(text))
  const lines = before.split("\n")
  return `line ${lines.length}, column ${[...(lines.at(-1) ?? "")].length + 1}`
}
