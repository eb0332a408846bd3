/**
 * The forms of messages as plain data, and their check. The loader of the embeds runs it on every message that reaches
 * the partner's page, from any sender, so it trusts nothing: it reads own data properties only, calls no code of the value,
 * and refuses whatever a form doesn't name.
 */

/** The form of a value. Lengths of texts count code points; numbers are whole. */
export type Shape =
  | { readonly enum: ReadonlyArray<string> }
  | { readonly pattern: string; readonly min: number; readonly max: number }
  | { readonly from: number; readonly to: number }
  | { readonly items: Shape; readonly min: number; readonly max: number }
  | { readonly fields: Readonly<Record<string, Shape>> }

const isBetween = (value: number, from: number, to: number): boolean => value >= from && value <= to

/**
 * The value of a property that is there itself and isn't computed; else undefined, which fits no form. JSON and the
 * messages of browsers hold no other properties.
 */
const own = (value: object, key: PropertyKey): unknown => Object.getOwnPropertyDescriptor(value, key)?.value

/** Whether it is a plain object with exactly these properties. */
const hasKeys = (value: unknown, keys: ReadonlyArray<string>): value is object => {
  if (typeof value !== "object" || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && prototype !== Object.prototype) return false
  const found = Reflect.ownKeys(value)
  return found.length === keys.length && keys.every((key) => found.includes(key))
}

/** Whether a value has a form. Every property of an object is required, and no other is allowed. */
export const hasShape = (shape: Shape, value: unknown): boolean => {
  if ("enum" in shape) return typeof value === "string" && shape.enum.includes(value)
  if ("pattern" in shape) {
    return (
      typeof value === "string" &&
      // Before the rest: a text of more UTF-16 units than this has too many code points.
      value.length <= 2 * shape.max &&
      isBetween([...value].length, shape.min, shape.max) &&
      new RegExp(shape.pattern, "u").test(value)
    )
  }
  if ("from" in shape) return Number.isInteger(value) && isBetween(Number(value), shape.from, shape.to)
  if ("items" in shape) {
    if (!Array.isArray(value) || !isBetween(value.length, shape.min, shape.max)) return false
    // A sparse array, or one with other properties, has other keys than its indices and `length`.
    if (Reflect.ownKeys(value).length !== value.length + 1) return false
    return Array.from({ length: value.length }, (_, index) => own(value, String(index))).every((item) =>
      hasShape(shape.items, item)
    )
  }
  const fields = Object.entries(shape.fields)
  return (
    hasKeys(value, Object.keys(shape.fields)) &&
    fields.every(([key, inner]) => hasShape(inner, own(value, key)))
  )
}

/** Whether a value is a message `{kind, version, data}` of a known kind, with the data of its kind. */
export const isMessage = (kinds: Readonly<Record<string, Shape>>, value: unknown): boolean => {
  if (!hasKeys(value, ["kind", "version", "data"])) return false
  const kind = own(value, "kind")
  if (typeof kind !== "string" || own(value, "version") !== "v1") return false
  const shape = own(kinds, kind) as Shape | undefined
  return shape !== undefined && hasShape(shape, own(value, "data"))
}
