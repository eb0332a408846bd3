import { banner, key, list, object, quote } from "./code.ts"

/**
 * `fund-files.ts`: the columns of each CSV file, by the schema of its row. A reader or writer that misses one doesn't
 * compile.
 */
export const emitFundFiles = (columns: ReadonlyMap<string, ReadonlyArray<string>>): string => {
  const rows = [...columns].map(([name, names]) => `${key(name)}: ${list(names.map(quote))}`)
  return `${banner("specs/fund-files")}
/** The columns of the files that the service and funds exchange, in their order. */
export const fundFileColumns = ${object(rows)} as const
/** A column of the file whose rows are of this schema. */
export type FundFileColumn<Row extends keyof typeof fundFileColumns> = (typeof fundFileColumns)[Row][number]
`
}

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

/** `principals.ts`: the principals that authentication establishes, as services that handlers read. */
export const emitPrincipals = (principals: ReadonlyArray<string>): string =>
  `${banner("x-principal in specs/")}
import * as Context from "effect/Context"
import type * as S from "./schemas.ts"

${[...new Set(principals)].toSorted().map(emitPrincipal).join("\n")}`

const emitPrincipal = (name: string): string =>
  `/** The caller, which the security middleware provides: \`const caller = yield* ${name}\`. */
export class ${name} extends Context.Service<${name}, S.${name}>()("@embedded-super/contracts/${name}") {}
`
