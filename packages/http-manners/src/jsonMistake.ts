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
