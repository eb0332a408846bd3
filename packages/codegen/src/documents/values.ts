import { type Documents, mapped, resolvePath } from "./Documents.ts"
import { isObject } from "./json.ts"
import { parsePointer, valueAt } from "./pointer.ts"

/**
 * Values of a text that are defined once and listed in its description:
 *
 * - `x-known: <file>#<pointer>` on an open set references a list, or a table whose keys are the values known today. They
 *   become `x-extensible-enum`, for programs that read the document. Types stay `string`: openapi-fetch makes an object of
 *   `string & {}`.
 * - `x-values`, a table of value to meaning, becomes the `enum` of a closed set.
 */
export const withValues = (documents: Documents): Documents =>
  mapped(documents, (path, value) => expand(documents, path, value))

const expand = (documents: Documents, path: string, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => expand(documents, path, item))
  if (!isObject(value)) return value
  const { "x-known": known, "x-values": values, ...rest } = value
  if (typeof known === "string") {
    const names = namesAt(documents, path, known)
    const listed = names.map((name) => `\`${name}\``).join(", ")
    const description = `${String(rest["description"]).trim()} Known today: ${listed}.`
    return { ...rest, description, "x-extensible-enum": names }
  }
  if (isObject(values)) {
    const meanings = Object.entries(values).map(([name, meaning]) => `\`${name}\`: ${String(meaning).trim()}`)
    return {
      ...rest,
      enum: Object.keys(values),
      description: [String(rest["description"]).trim(), ...meanings].join(" ")
    }
  }
  return Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, expand(documents, path, item)]))
}

const namesAt = (documents: Documents, from: string, reference: string): ReadonlyArray<string> => {
  const [file = "", pointer = ""] = reference.split("#")
  const found = valueAt(documents.read(resolvePath(from, file)), parsePointer(pointer))
  return Array.isArray(found) ? found : Object.keys(found ?? {})
}
