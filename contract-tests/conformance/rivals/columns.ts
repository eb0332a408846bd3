/** Measures the rivals' columns of the kill matrix, two funds at a time. `pnpm matrix` does it after the kit's own run. */
import { correctFunds, faultyFunds } from "../matrix/fundFleet.ts"
import type { Column } from "../matrix/KillMatrix.ts"
import type { Rival, RivalVerdict } from "./Rival.ts"
import { findRivals, subjectOf } from "./rivals.ts"

const AT_ONCE = 2

/** The names of the rows of funds, in their order. */
export interface FundRows {
  readonly faults: ReadonlyArray<string>
  readonly correct: ReadonlyArray<string>
}

type Results = Record<string, Pick<RivalVerdict, "verdict" | "took">>

/** A row that none of the tools can judge, such as a list, is `cannot`. */
const noSubject: RivalVerdict = { verdict: "cannot", took: 0, said: ["No rival reads lists."] }

interface Measuring {
  /** The date of the run. */
  readonly day: string
  /** Gets a line for each result. */
  readonly print: (line: string) => void
  /** 1 measures the whole fleet, 5 each fifth row: a run over the whole fleet takes half an hour. */
  readonly every: number
}

const inOrder = (rows: ReadonlyArray<string>, results: Results): Results =>
  Object.fromEntries(
    rows.flatMap((row) => (results[row] === undefined ? [] : [[row, results[row]] as const]))
  )

const columnOf = async (
  rival: Rival,
  { correct, faults }: FundRows,
  results: Results,
  { day, every }: Measuring
): Promise<Column> => ({
  name: rival.name,
  version: rival.version,
  method: rival.method,
  side: "fund",
  measuredOn: day,
  every,
  faults: inOrder(faults, results),
  correct: inOrder(correct, results),
  falseAlarms: await rival.falseAlarms()
})

/** The columns of these rivals. A fund that a tool can't be run on is printed and has no result. */
export const rivalColumns = async (
  rivals: ReadonlyArray<Rival>,
  rows: FundRows,
  measuring: Measuring
): Promise<ReadonlyArray<Column>> => {
  const { every, print } = measuring
  const drawn = [rows.faults, rows.correct].flatMap((all) => all.filter((_, at) => at % every === 0))
  const measured = rivals.map((rival) => ({ rival, results: {} as Results }))
  const tasks = measured.flatMap(({ results, rival }) => drawn.map((row) => ({ results, rival, row })))
  const left = tasks.values()
  const measureThese = async () => {
    for (const { results, rival, row } of left) {
      try {
        const subject = subjectOf(row)
        const { said, took, verdict } = subject === undefined ? noSubject : await rival.check(subject)
        results[row] = { verdict, took }
        print(`${rival.name}, ${row}: ${verdict} (${took} ms)${said.slice(0, 1).map((what) => ` ${what}`)}`)
      } catch (error) {
        print(`${rival.name}, ${row}: not measured. ${String(error)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, measureThese))
  return Promise.all(measured.map(({ results, rival }) => columnOf(rival, rows, results, measuring)))
}

const namesOf = (members: ReadonlyArray<{ readonly name: string }>) => members.map(({ name }) => name)

/** The columns of the installed rivals, over the fleet of funds. */
export const fundColumns = async (measuring: Measuring): Promise<ReadonlyArray<Column>> =>
  rivalColumns(
    await findRivals(),
    { faults: namesOf(faultyFunds), correct: namesOf(correctFunds) },
    measuring
  )
