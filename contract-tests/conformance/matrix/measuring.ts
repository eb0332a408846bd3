import { cpus } from "node:os"
import type { Column } from "./KillMatrix.ts"

/** Cores and processor. */
export const machine = (): string => `${cpus().length} cores, ${cpus()[0]?.model.trim() ?? "unknown"}`

export const today = (): string => new Date().toISOString().slice(0, 10)

/** The columns with these in place of the ones of the same tool; a kit stands before the tools of others. */
export const withColumns = (
  columns: ReadonlyArray<Column>,
  made: ReadonlyArray<Column>
): ReadonlyArray<Column> => {
  const kept = columns.filter(({ name }) => made.every((one) => one.name !== name))
  return [...kept, ...made].toSorted((one, other) => weightOf(one) - weightOf(other) || compare(one, other))
}

const weightOf = ({ name }: Column): number => (name.endsWith("-check") ? 0 : 1)

const compare = (one: Column, other: Column): number => (one.name < other.name ? -1 : 1)
