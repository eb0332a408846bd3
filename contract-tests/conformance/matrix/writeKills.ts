/** Runs a kit against its fleet, and writes the side's matrix and the kit's times. */
import * as Effect from "effect/Effect"
import type { Column, KillMatrix } from "./KillMatrix.ts"
import { machine, today, withColumns } from "./measuring.ts"
import { readMatrix, readMeasured, writeMatrix, writeMeasured } from "./matrixFiles.ts"
import type { Member } from "./Member.ts"
import { correctRow, faultRow } from "./rows.ts"
import { type Ran, runMembers } from "./runMembers.ts"
import { canStart, type SideName, sides } from "./sides.ts"

export const SEED = 1

/** The rows in the order of the fleet; a server that can't be started here keeps its row. */
const rowsOf = <Row extends { readonly name: string }>(
  members: ReadonlyArray<Member>,
  rows: ReadonlyArray<Row | undefined>,
  before: ReadonlyArray<Row>
): ReadonlyArray<Row> =>
  members.flatMap(({ name }) => [...rows, ...before].find((row) => row?.name === name) ?? [])

const timesOf = (rans: ReadonlyArray<Ran>, caught: (ran: Ran) => boolean): Column["faults"] =>
  Object.fromEntries(
    rans.map((ran) => [ran.member.name, { verdict: caught(ran) ? "caught" : "missed", took: ran.took }])
  )

const isCondemned = ({ checks }: Ran): boolean =>
  checks.some(({ verdict }) => verdict === "fail" || verdict === "error")

/**
 * Runs the servers whose name holds `only`, or all; the others keep their rows. Returns what is wrong: faults that their check didn't find, and correct servers that
 * it condemned.
 */
export const writeKills = (name: SideName, only: string, say: (line: string) => void) =>
  Effect.gen(function* () {
    const side = sides[name]
    const wanted = [...side.faulty, ...side.correct]
    const chosen = wanted.filter((one) => one.name.includes(only))
    const members = chosen.filter(canStart)
    for (const member of chosen.filter((one) => !canStart(one)))
      say(`${side.kitName}: ${member.name} keeps its row: there is no ${member.needs} here`)
    const parts = side.kit.alone.length === 0 ? 1 : 2
    let count = 0
    const rans = yield* runMembers(members, {
      kit: side.kit,
      seed: SEED,
      onRan: ({ checks, member, took }) => {
        count += 1 / parts
        const found = checks.filter(({ verdict }) => verdict === "fail" || verdict === "warn").length
        say(
          `${side.kitName} ${Math.floor(count)}/${members.length}: ${member.name}: ${found} checks, ${took} ms`
        )
      }
    })
    const faulty = rans.filter(({ member }) => member.killedBy !== undefined)
    const correct = rans.filter(({ member }) => member.killedBy === undefined)
    const rows = faulty.map(faultRow)
    const before = readMatrix(name)
    const matrix: KillMatrix = {
      kit: side.kitName,
      seed: SEED,
      checks: side.checks,
      faults: rowsOf(side.faulty, rows, before?.faults ?? []),
      correct: rowsOf(side.correct, correct.map(correctRow), before?.correct ?? [])
    }
    writeMatrix(name, matrix)
    const measured = readMeasured()
    const known = measured?.tools.find((tool) => tool.name === side.kitName)
    const column: Column = {
      name: side.kitName,
      version: side.version,
      method: "The whole kit in the mode dev, with one seed, as `run` does it.",
      side: name,
      measuredOn: today(),
      every: 1,
      faults: { ...known?.faults, ...timesOf(faulty, (ran) => faultRow(ran) !== undefined) },
      correct: { ...known?.correct, ...timesOf(correct, isCondemned) },
      falseAlarms: []
    }
    writeMeasured({ machine: machine(), tools: withColumns(measured?.tools ?? [], [column]) })
    const lost = faulty.filter((ran) => faultRow(ran) === undefined)
    return [
      ...lost.map(({ member }) => `${member.name} is not found by ${member.killedBy![0]}`),
      ...correct.filter(isCondemned).map(({ member }) => `${member.name} is correct, and is condemned`)
    ]
  })
