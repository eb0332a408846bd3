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
