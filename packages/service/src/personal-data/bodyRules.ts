import type { CalendarDate } from "@embedded-super/contracts/schemas"
import type { PlacedFinding } from "./Findings.ts"

/**
 * A body as far as it can be read. Of a body that doesn't fit its schema, only the members that fit are here, so that
 * their rules are checked in the same pass as the schema, and a person gets all findings at once.
 */
export interface ReadableBody<Body> {
  readonly members: Partial<Body>
  /** The names of all members that were given, readable or not: an unreadable one isn't missing. */
  readonly names: ReadonlyArray<string>
}

/** The rules of an operation's body that need nothing but the body and the day in Sydney. */
export type BodyRules<Body> = (body: ReadableBody<Body>, today: CalendarDate) => ReadonlyArray<PlacedFinding>

/** A body that fits its schema. */
export const wholeBody = <Body extends object>(body: Body): ReadableBody<Body> => ({
  members: body,
  names: Object.keys(body)
})
