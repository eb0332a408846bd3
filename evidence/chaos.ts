/** `pnpm chaos`: tests delivery under faults, row by row, and prints a table. Flags: `chaos --help`. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import { writeFileSync } from "node:fs"
import process from "node:process"
import { type Options, readOptions, usage } from "./chaos/options.ts"
import { earlier, keep, machine, publish, type Result } from "./chaos/results.ts"
import type { Row } from "./chaos/Row.ts"
import { rows } from "./chaos/rows/index.ts"
import { markdownOf, tableOf } from "./chaos/table.ts"
import { commandLine } from "@embedded-super/program/commandLine"
import { makeWorld, type World } from "./chaos/world/World.ts"

const FOLDER = ".data/chaos"

/** Runs a row to its end; a failure in it is its result, and the other rows continue. */
const runRow = (world: World, row: Row, { atOnce, seed, size }: Options) =>
  Effect.gen(function* () {
    const began = performance.now()
    const seconds = () => Math.round((performance.now() - began) / 100) / 10
    const say = (text: string) => Effect.sync(() => console.log(`  ${seconds()} s  ${text}`))
    console.log(`\nRow ${row.number}: ${row.title}`)
    const exit = yield* Effect.exit(Effect.scoped(row.run({ world, seed, size, atOnce, say })))
    const outcome = Exit.isSuccess(exit)
      ? exit.value
      : {
          runs: "did not finish",
          figures: [{ what: "the row", figure: "failed", limit: "runs to its end", pass: false }],
          notes: [Cause.pretty(exit.cause)]
        }
    const { number, title } = row
    const pass = outcome.figures.every((figure) => figure.pass)
    const result: Result = {
      number,
      title,
      size,
      seed,
      ...outcome,
      pass,
      seconds: seconds(),
      date: new Date().toISOString(),
      machine
    }
    keep(FOLDER, result)
    console.log(tableOf([result]))
    for (const note of outcome.notes) console.log(`  ! ${note}`)
    return result
  })

const run = (options: Options) =>
  Effect.gen(function* () {
    const world = yield* makeWorld()
    const results: Array<Result> = []
    for (const row of rows.filter(({ number }) => options.only.includes(number))) {
      const known = options.fresh ? undefined : earlier(FOLDER, row.number, options.size)
      if (known?.pass === true) console.log(`\nRow ${row.number}: ${row.title} (done on ${known.date})`)
      results.push(known?.pass === true ? known : yield* runRow(world, row, options))
    }
    return results
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer), Effect.provide(Logger.layer([])))

const options = commandLine(usage, (args) =>
  readOptions(
    args,
    rows.map(({ number }) => number)
  )
)

/** Saves the table as JSON and as Markdown, and reports whether every row holds. */
const report = (results: ReadonlyArray<Result>) => {
  writeFileSync(`${FOLDER}/results.json`, `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync(`${FOLDER}/results.md`, `${markdownOf(results)}\n`)
  const isWhole = results.length === rows.length && results.every(({ size }) => size !== "short")
  if (isWhole) publish("chaos", markdownOf(results))
  const failed = results.filter(({ pass }) => !pass).map(({ number }) => number)
  const verdict = failed.length === 0 ? "Every row holds." : `Rows that don't hold: ${failed.join(", ")}`
  console.log(`\n${tableOf(results)}\n\n${verdict}`)
  process.exitCode = failed.length === 0 ? 0 : 1
}

console.log(`seed ${options.seed}, ${options.size} size, ${machine}`)
// Ctrl-C also stops the started programs.
NodeRuntime.runMain(Effect.map(run(options), report), {
  teardown: (exit, end) => end(Exit.isSuccess(exit) ? Number(process.exitCode ?? 0) : 1)
})
