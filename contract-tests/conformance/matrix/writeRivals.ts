/** Runs the tools of others against the same funds as the kit, in one run, and writes their columns. */
import { fundColumns } from "../rivals/columns.ts"
import { tools } from "../rivals/rivals.ts"
import { readMeasured, writeMeasured } from "./matrixFiles.ts"
import { machine, today, withColumns } from "./measuring.ts"

/** A tool that isn't installed keeps its column. `every`: 1 for the whole fleet, 5 for each fifth fund. */
export const writeRivals = async (say: (line: string) => void, every: number): Promise<void> => {
  const made = await fundColumns({ day: today(), print: say, every })
  for (const { name } of tools.filter((tool) => made.every((column) => column.name !== tool.name)))
    say(`${name} isn't installed: its column stays as it is`)
  writeMeasured({ machine: machine(), tools: withColumns(readMeasured()?.tools ?? [], made) })
}
