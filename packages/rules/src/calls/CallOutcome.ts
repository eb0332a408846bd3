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

/**
 * The outcome of one call to a fund. The kinds are a closed set: the retry rules have a row for each, and the ledger
 * stores them by these names.
 */
export type CallOutcome<Answer> =
  /** 2xx with an answer that can be used. `words`: how its optional parts, which were left out, break the contract. */
  | { readonly kind: "accepted"; readonly answer: Answer; readonly words?: string }
  /** 400, or another 4xx: this fund considers the request itself wrong. */
  | { readonly kind: "refused"; readonly refusal: Refusal; readonly words: string }
  /**
   * 401 or 403, or no credentials to call with. `untried`: the fund has accepted no call with these credentials before,
   * so it refuses the credentials and not this one call.
   */
  | { readonly kind: "credentials"; readonly words: string; readonly untried?: boolean }
  /** 429. `afterMillis` is the wait in Retry-After; null if it is missing, negative or unreadable. */
  | { readonly kind: "rate_limited"; readonly afterMillis: number | null; readonly words: string }
  /**
   * 5xx. `isGateway`: 502 or 504, which a gateway answers when it knows nothing of what the fund behind it did. Any other 5xx
   * promises that nothing was done.
   */
  | { readonly kind: "server_error"; readonly words: string; readonly isGateway?: boolean }
  /** The call failed before any byte of the request left: the fund knows nothing of it. */
  | { readonly kind: "not_sent"; readonly words: string }
  /** The connection was lost after bytes were sent: the fund may have carried out the call, or not. */
  | { readonly kind: "unknown"; readonly words: string }
  /** 2xx with an unusable answer: the fund carried out the call. `words` can be sent to the fund. */
  | { readonly kind: "unreadable"; readonly words: string }
  /** A status that the operation doesn't define, for example a redirect. `words` can be sent to the fund. */
  | { readonly kind: "contract_violation"; readonly words: string }
  /** This service can't make the call in its current state: a profile or a link is wrong. Nothing was sent. */
  | { readonly kind: "fault"; readonly words: string }

export type CallOutcomeKind = CallOutcome<unknown>["kind"]
