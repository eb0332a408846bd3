/** Runs the tools of others against the same funds, one after another, and writes their columns. */
import { findRivals, subjectOf, tools } from "../rivals/rivals.ts"
import type { Rival } from "../rivals/Rival.ts"
import type { Column } from "./KillMatrix.ts"
import { readMeasured, writeMeasured } from "./matrixFiles.ts"
import { machine, today, withColumns } from "./measuring.ts"
import type { Member } from "./Member.ts"
import { canStart, sides } from "./sides.ts"

const column = async (rival: Rival, say: (line: string) => void): Promise<Column> => {
  const judge = async (members: ReadonlyArray<Member>): Promise<Column["faults"]> => {
    const results: Array<readonly [string, Column["faults"][string]]> = []
    for (const { name } of members) {
      const subject = subjectOf(name)
      if (subject === undefined) continue
      const { took, verdict } = await rival.check(subject)
      say(`${rival.name}: ${name}: ${verdict}, ${took} ms`)
      results.push([name, { verdict, took }])
    }
    return Object.fromEntries(results)
  }
  const some = (members: ReadonlyArray<Member>) =>
    members.filter(canStart).filter((_, index) => index % rival.every === 0)
  return {
    name: rival.name,
    version: rival.version,
    method: rival.method,
    side: "fund",
    measuredOn: today(),
    faults: await judge(some(sides.fund.faulty)),
    correct: await judge(some(sides.fund.correct)),
    falseAlarms: await rival.falseAlarms()
  }
}

/** A tool that isn't installed keeps its column. Each column is written when it is there. */
export const writeRivals = async (say: (line: string) => void): Promise<void> => {
  const rivals = await findRivals()
  for (const { name } of tools.filter((tool) => rivals.every((rival) => rival.name !== tool.name)))
    say(`${name} isn't installed: its column stays as it is`)
  for (const rival of rivals) {
    const made = await column(rival, say)
    writeMeasured({ machine: machine(), tools: withColumns(readMeasured()?.tools ?? [], [made]) })
  }
}
