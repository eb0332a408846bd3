import type { RefusalReason } from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"

/** Why a fund refused a call, without a value and without the fund's text (D-refusal-reasons). */
export interface Refusal {
  readonly reason: RefusalReason
  /** The sent fields that the fund named, in the order of the request; empty unless `reason` is `field`. */
  readonly fields: ReadonlyArray<string>
}

/** The fund's codes that mean a reason. `field` and `other` follow from the rest of the answer. */
const isCode = Schema.is(Schema.Literals(["duplicate", "age", "eligibility"]))

const propertyOf = (error: unknown, name: "code" | "pointer"): unknown =>
  typeof error === "object" && error !== null ? Reflect.get(error, name) : undefined

const fieldIn = (error: unknown): string | undefined => {
  const pointer = propertyOf(error, "pointer")
  return typeof pointer === "string" ? /^#?\/(\w+)/.exec(pointer)?.[1] : undefined
}

/**
 * Returns the reason that a fund's 4xx gives; `body` is its parsed body, `fields` are the names of the sent fields. Takes
 * only names that the request has, and codes of the fund API: any other text could be a value.
 */
export const refusalIn = (body: unknown, fields: ReadonlyArray<string>): Refusal => {
  const errors: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "errors") : undefined
  const all: ReadonlyArray<unknown> = Array.isArray(errors) ? errors : []
  const code = all.map((error) => propertyOf(error, "code")).find(isCode)
  if (code !== undefined) return { reason: code, fields: [] }
  const named = new Set(all.map(fieldIn))
  const known = fields.filter((field) => named.has(field))
  return known.length === 0 ? { reason: "other", fields: [] } : { reason: "field", fields: known }
}

/** The reason in words, for operators. */
export const refusalWords = ({ fields, reason }: Refusal): string => {
  if (reason === "other") return ""
  return reason === "field" ? ` It names ${fields.join(", ")}.` : ` Its reason: ${reason}.`
}
