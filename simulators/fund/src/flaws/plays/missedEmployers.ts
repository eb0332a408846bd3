/** Employers that the simulator doesn't find. */
import { lookupAbns } from "../../magicValues.ts"
import type { Json } from "./exchanges.ts"

const named: ReadonlySet<string> = new Set(Object.values(lookupAbns))

/** Half of the employers that no profile names. */
export const isOneOfHalf = ({ abn }: Json): boolean =>
  typeof abn === "string" && /^\d{10}[02468]$/.test(abn) && !named.has(abn)

export const isFormer = ({ abn }: Json): boolean => abn === lookupAbns.former_employer_abn
