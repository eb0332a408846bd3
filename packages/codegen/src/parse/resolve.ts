import type { Pointer } from "../documents/pointer.ts"
import { parsePointer, valueAt } from "../documents/pointer.ts"
import { isObject, type Json } from "../documents/json.ts"
import type { Context } from "./Context.ts"

/** An object of the bundle and its position, after resolving its reference. */
export interface Resolved {
  readonly value: Json
  readonly at: Pointer
  /** The component's name, if it was a reference. */
  readonly name?: string
}

export const resolve = (context: Context, value: unknown, at: Pointer): Resolved => {
  if (!isObject(value)) return { value: {}, at }
  const reference = value["$ref"]
  if (typeof reference !== "string") return { value, at }
  const pointer = parsePointer(reference.replace(/^#/, ""))
  const target = resolve(context, valueAt(context.bundle.document, pointer), pointer)
  return { ...target, name: pointer.at(-1) ?? "" }
}
