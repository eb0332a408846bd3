import { readFlags, UsageError } from "@embedded-super/program/commandLine"
import type { Size } from "./Row.ts"

/** The options of the command line. */
export interface Options {
  readonly only: ReadonlyArray<number>
  readonly seed: number
  readonly size: Size
  readonly atOnce: number
  /** Also run rows that an earlier run of the same size has done. */
  readonly fresh: boolean
}

export const usage = `chaos: what delivery survives, row by row, printed as a table; ends with 1 if a row fails

  --only 1,4    only these rows
  --long        the sizes of the table (hours) instead of what fits into 40 minutes
  --short       the sizes of the tests
  --seed N      the seed of everything random; by default another one every time
  --at-once N   how many databases run side by side (6)
  --fresh       start again; otherwise rows that an interrupted run has finished are kept

With DATABASE_POOLER=transaction in the environment, the programs don't LISTEN: as behind a pooler.`

const wholeNumbers = (text: string): ReadonlyArray<number> | undefined => {
  const numbers = text.split(",").map(Number)
  return numbers.every((number) => Number.isInteger(number) && number > 0) ? numbers : undefined
}

/** Reads the arguments. */
export const readOptions = (args: ReadonlyArray<string>, rows: ReadonlyArray<number>): Options => {
  const { values } = readFlags(args, {
    only: { type: "string" },
    seed: { type: "string" },
    "at-once": { type: "string" },
    long: { type: "boolean" },
    short: { type: "boolean" },
    fresh: { type: "boolean" }
  })
  const only = values.only === undefined ? rows : wholeNumbers(values.only)
  if (only === undefined || only.some((row) => !rows.includes(row))) {
    throw new UsageError(`--only takes rows, such as --only 1,4, of these: ${rows.join(", ")}.`)
  }
  const [seed] = wholeNumbers(values.seed ?? String(1 + Math.floor(Math.random() * 1_000_000))) ?? []
  if (seed === undefined) throw new UsageError("--seed takes a whole number.")
  const [atOnce] = wholeNumbers(values["at-once"] ?? "6") ?? []
  if (atOnce === undefined) throw new UsageError("--at-once takes a whole number.")
  const size = values.long === true ? "long" : values.short === true ? "short" : "usual"
  return { only, seed, size, atOnce, fresh: values.fresh ?? false }
}
