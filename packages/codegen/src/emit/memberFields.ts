import { banner, key, object, quote } from "./code.ts"

/** `member-fields.ts`: the defaults for the fields of a registration that a fund doesn't name. */
export const emitMemberFields = (fields: ReadonlyMap<string, string>): string => {
  const rows = [...fields].map(([name, requirement]) => `${key(name)}: ${quote(requirement)}`)
  return `${banner("x-member-field in specs/schemas")}
/**
 * Every field of a member registration that a fund's profile may name, and the requirement of one that it doesn't name
 * (D-field-profile).
 */
export const memberFields = ${object(rows)} as const
export type MemberField = keyof typeof memberFields
`
}
