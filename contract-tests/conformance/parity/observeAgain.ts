/** Rows of a parity table; those that differ from its file are observed again: a machine under load is late by itself. */
import * as Effect from "effect/Effect"
import { existsSync, readFileSync } from "node:fs"
import process from "node:process"

/** How often a row that still differs is observed again. One that always differs stays, and the file's test fails. */
const AGAIN = 2

interface Named {
  readonly name: string
}

interface Table<Row> {
  readonly faults: ReadonlyArray<Row>
  readonly correct: ReadonlyArray<Row>
}

const nameOf = (row: object): string =>
  String("fault" in row ? row.fault : (row as { readonly variant: string }).variant)

/** Whether a row is the file's. */
const makeIsKnown = (file: URL) => {
  const { correct, faults }: Table<object> = existsSync(file)
    ? JSON.parse(readFileSync(file, "utf8"))
    : { faults: [], correct: [] }
  const texts = new Map([...faults, ...correct].map((row) => [nameOf(row), JSON.stringify(row)]))
  return (row: object) => texts.get(nameOf(row)) === JSON.stringify(row)
}

/** The rows of all subjects, by their names, from `observe`: each call of it observes its subjects beside each other. */
export const observeAgain = Effect.fnUntraced(function* <Subject extends Named, Row extends object, E, R>(
  file: URL,
  all: ReadonlyArray<Subject>,
  observe: (subjects: ReadonlyArray<Subject>) => Effect.Effect<ReadonlyMap<string, Row>, E, R>
) {
  const isKnown = makeIsKnown(file)
  const rows = new Map(yield* observe(all))
  for (let times = 0; times < AGAIN; times += 1) {
    const others = all.filter(({ name }) => !isKnown(rows.get(name)!))
    if (others.length === 0) break
    process.stdout.write(
      `Observed again: ${others.map(({ name }) => `${name}, ${JSON.stringify(rows.get(name))}`).join("\n  ")}\n`
    )
    for (const [name, row] of yield* observe(others)) rows.set(name, row)
  }
  return rows
})
