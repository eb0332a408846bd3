import * as Predicate from "effect/Predicate"
import { formatUriFragment } from "effect/JsonPointer"
import { maskedBody, maskedJson, parsed } from "./masking/maskedBody.ts"
import { isMask } from "./masking/shown.ts"

/** A masked value of an edited body that can't be replaced by the original one. */
export interface NotRestored {
  /** A JSON Pointer as a URI fragment: `#/contact/email`. */
  readonly pointer: string
  readonly code: "masked_value" | "malformed_json"
  readonly detail: string
}

/** The edited body with the original values in place of their masks, and the places where there is none. */
export interface Restored {
  readonly body: string
  readonly findings: ReadonlyArray<NotRestored>
}

const malformed: NotRestored = {
  pointer: "#",
  code: "malformed_json",
  detail: "The edited body is not valid JSON. Correct it, or send the call as it was."
}

/**
 * An edited body as it can be sent: each value that is still its mask is the original again. Values are found by their
 * place, so in a list whose length was changed no mask has an original: which item it belongs to isn't known.
 */
export const restored = (edited: string, original: string | null): Restored => {
  if (original !== null && edited === maskedBody(original)) return { body: original, findings: [] }
  const value = parsed(edited)
  if (value === undefined) return { body: edited, findings: [malformed] }
  const before = original === null ? undefined : parsed(original)
  const findings: Array<NotRestored> = []

  const restore = (now: unknown, was: unknown, mask: unknown, path: ReadonlyArray<string>): unknown => {
    if (Array.isArray(now)) {
      const isSame = Array.isArray(was) && Array.isArray(mask) && was.length === now.length
      return now.map((item, index) =>
        restore(item, isSame ? was[index] : undefined, isSame ? mask[index] : undefined, [
          ...path,
          String(index)
        ])
      )
    }
    if (Predicate.isObject(now)) {
      const names = Predicate.isObject(mask) ? Object.keys(mask) : []
      const values = Predicate.isObject(was) ? Object.entries(was) : []
      return Object.fromEntries(
        Object.entries(now).map(([key, item]) => {
          // A masked key has the place of the original one.
          const [name, value] = values[names.indexOf(key)] ?? [key, undefined]
          return [
            name,
            restore(item, value, Predicate.isObject(mask) ? mask[key] : undefined, [...path, key])
          ]
        })
      )
    }
    if (!isMask(now)) return now
    if (now === mask && was !== undefined) return was
    findings.push({
      pointer: formatUriFragment(path),
      code: "masked_value",
      detail: "The value is masked, and its original isn't known at this place. Type the whole value."
    })
    return now
  }

  const body = JSON.stringify(
    restore(value, before, before === undefined ? undefined : maskedJson(before), [])
  )
  return { body, findings }
}
