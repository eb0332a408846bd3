import { banner } from "./code.ts"

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
