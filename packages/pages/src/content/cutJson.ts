import { parsed } from "./masking/maskedBody.ts"

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
export const missingEnd = (text: string): string | undefined => {
  const closers = closersOf(text)
  return closers === ""
    ? undefined
    : ["", "null", ":null"].map((value) => value + closers).find((end) => parsed(text + end) !== undefined)
}
