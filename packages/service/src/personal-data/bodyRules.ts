import type { PlacedFinding } from "./Findings.ts"

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
