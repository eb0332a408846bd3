/**
 * What is a right name, date, address or telephone number of a person, and how it is written. Each rule (`personName`, `calendarDate`, `address`, `phoneNumber`)
 * returns a value in its normal form, or refuses it with a `Finding`. `Findings` collects the findings of a request, so
 * that the caller gets all of them at once. `SealedDocument` encrypts such data for one column.
 *
 * Why warnings beside refusals: an odd value may be right (a landline, a postcode of a border town). A warning never
 * causes a refusal.
 *
 * The traps: a finding never repeats the refused value, which may be private. `take` returns undefined for a refused
 * value, although its type doesn't say so. Return the result by `orRefuse` only, which then fails.
 */

import { ValidationFailed } from "@embedded-super/contracts/problems"
import type { FieldError, KnownFieldErrorCode } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

/**
 * Why a rule refuses a value: a code from the specs, and a sentence for the person who typed it. Neither repeats the
 * value, which may be private. It becomes an entry of a problem's `errors`.
 */
export interface Finding {
  readonly code: KnownFieldErrorCode
  readonly detail: string
}

/** A warning of a rule about a value, in the same form. It never causes a refusal. */
export interface Warning {
  readonly code: string
  readonly detail: string
}

/** A value in its normal form, with the warnings about it. */
export interface Normalised<A> {
  readonly value: A
  readonly warnings: ReadonlyArray<Warning>
}

/** A finding and its field, as a JSON Pointer into the body. */
export interface PlacedFinding extends Finding {
  readonly pointer: string
}

const refuseIn = (place: FieldError["in"], findings: ReadonlyArray<PlacedFinding>) =>
  new ValidationFailed({
    code: "validation_failed",
    detail: "The request is not valid; see errors.",
    errors: findings.map(({ pointer, code, detail }): FieldError => ({ in: place, pointer, code, detail }))
  })

/** The problem for a body that fits its schema but breaks a rule. */
export const refuse = (...findings: ReadonlyArray<PlacedFinding>) => refuseIn("body", findings)

/** The problem for a query that breaks a rule. */
export const refuseQuery = (...findings: ReadonlyArray<PlacedFinding>) => refuseIn("query", findings)

/**
 * Applies the rules to a body one by one and collects their findings, so that a caller gets all of them at once.
 *
 * `take` returns undefined if the rule refused the value; that never escapes, because `orRefuse` then fails.
 */
export class Findings {
  readonly errors: Array<PlacedFinding> = []
  readonly warnings: Array<Warning & { readonly pointer: string }> = []

  take<A>(pointer: string, result: Result.Result<A, Finding>): A {
    if (Result.isFailure(result)) this.errors.push({ pointer, ...result.failure })
    return Result.getOrUndefined(result) as A
  }

  takeNormalised<A>(pointer: string, result: Result.Result<Normalised<A>, Finding>): A {
    const normalised: Normalised<A> | undefined = this.take(pointer, result)
    this.warn(pointer, normalised?.warnings ?? [])
    return normalised?.value as A
  }

  warn(pointer: string, warnings: ReadonlyArray<Warning>): void {
    for (const warning of warnings) this.warnings.push({ pointer, ...warning })
  }

  /** Returns the value that the rules produced, unless one of them refused something. */
  orRefuse<A>(value: A): Effect.Effect<A, ValidationFailed> {
    return this.errors.length === 0 ? Effect.succeed(value) : Effect.fail(refuse(...this.errors))
  }
}

/**
 * A body as far as it can be read. Of a body that doesn't fit its schema, only the members that fit are here, so that
 * their rules are checked in the same pass as the schema, and a person gets all findings at once.
 */
export interface ReadableBody<Body> {
  readonly members: Partial<Body>
  /** The names of all members that were given, readable or not: an unreadable one isn't missing. */
  readonly names: ReadonlyArray<string>
  /** As far as they can be read: the members that don't fit, where they are objects or lists. Use `partOf`. */
  readonly parts?: { readonly [Name in keyof Body]?: ReadableBody<Members<NonNullable<Body[Name]>>> }
}

/** The members of an object; those of a list go by their index. */
type Members<Value> = Value extends ReadonlyArray<infer Element> ? Readonly<Record<string, Element>> : Value

/** The rules of an operation's body that need nothing but the body. */
export type BodyRules<Body> = (body: ReadableBody<Body>) => ReadonlyArray<PlacedFinding>

/** A body that fits its schema. */
export const wholeBody = <Body extends object>(body: Body): ReadableBody<Body> => ({
  members: body,
  names: Object.keys(body)
})

/** A member that is an object or a list, as far as it can be read; undefined if it wasn't given, or is neither. */
export const partOf = <Body, Name extends keyof Body & string>(
  { members, parts }: ReadableBody<Body>,
  name: Name
): ReadableBody<Members<NonNullable<Body[Name]>>> | undefined => {
  const whole = members[name]
  return typeof whole === "object" && whole !== null
    ? wholeBody(whole as Members<NonNullable<Body[Name]>> & object)
    : parts?.[name]
}
