import { isObject } from "../documents/json.ts"
import type { Pointer } from "../documents/pointer.ts"
import type { Operation } from "../model/Api.ts"
import type { Context } from "./Context.ts"

const known = "KnownFieldErrorCode"

/** The codes that an operation's own rules may return: JSON pointer without `#` -> codes. */
export const parseFieldCodes = (context: Context, value: unknown, at: Pointer): Operation["codes"] => {
  if (value === undefined) return undefined
  const schema = context.components.get(known)?.schema
  const codes: ReadonlyArray<unknown> = schema?.kind === "literals" ? schema.values : []
  const entries = Object.entries(isObject(value) ? value : {})
  for (const [pointer, listed] of entries) {
    const unknown = Array.isArray(listed) ? listed.filter((code) => !codes.includes(code)) : [listed]
    if (!/^(?:\/(?:[a-z0-9_]+|\*))*$/.test(pointer) || unknown.length > 0) {
      const message = `x-codes maps JSON pointers to codes of ${known}; ${pointer} has ${String(unknown)}`
      context.report("unknown_field_code", [...at, pointer], message)
    }
  }
  return Object.fromEntries(entries) as Operation["codes"]
}
