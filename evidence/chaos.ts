/** `pnpm chaos`: tests delivery under faults, row by row, and prints a table. Flags: `chaos --help`. */
import { commandLine, readFlags, UsageError } from "@embedded-super/program/commandLine"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import { writeFileSync } from "node:fs"
import process from "node:process"
import type { Row, Size } from "./chaos/Row.ts"
import { earlier, keep, machine, publish, type Result, markdownOf, tableOf } from "./chaos/results.ts"
import { makeWorld, type World } from "./chaos/world/World.ts"
import { clockSkew } from "./chaos/rows/clockSkew.ts"
import { credentialBreaker } from "./chaos/rows/credentialBreaker.ts"
import { databaseOutage } from "./chaos/rows/databaseOutage.ts"
import { failover } from "./chaos/rows/failover.ts"
import { fileIngest } from "./chaos/rows/fileIngest.ts"
import { fullDisk } from "./chaos/rows/fullDisk.ts"
import { killEverywhere } from "./chaos/rows/killEverywhere.ts"
import { logHygiene } from "./chaos/rows/logHygiene.ts"
import { mutationCheck } from "./chaos/rows/mutationCheck.ts"
import { orderProperty } from "./chaos/rows/orderProperty.ts"
import { partition } from "./chaos/rows/partition.ts"
import { registrationExactlyOnce } from "./chaos/rows/registrationExactlyOnce.ts"
import { rotation } from "./chaos/rows/rotation.ts"
import { restored } from "./chaos/rows/restored.ts"
import { slowReceivers } from "./chaos/rows/slowReceivers.ts"
import { soak } from "./chaos/rows/soak.ts"
import { sftpSiege } from "./chaos/rows/sftpSiege.ts"
import { stopAndStall } from "./chaos/rows/stopAndStall.ts"
import { storm429 } from "./chaos/rows/storm429.ts"
import { storm5xx } from "./chaos/rows/storm5xx.ts"

/** The rows of reliability's table that are proven here, in its order. Those that are left out have tests in the gate. */
const rows: ReadonlyArray<Row> = [
  killEverywhere,
  soak,
  databaseOutage,
  partition,
  storm429,
  storm5xx,
  slowReceivers,
  clockSkew,
  orderProperty,
  registrationExactlyOnce,
  credentialBreaker,
  fileIngest,
  logHygiene,
  mutationCheck,
  sftpSiege,
  stopAndStall,
  failover,
  fullDisk,
  rotation,
  restored
]

/** The options of the command line. */
interface Options {
  readonly only: ReadonlyArray<number>
  readonly seed: number
  readonly size: Size
  readonly atOnce: number
  /** Also run rows that an earlier run of the same size has done. */
  readonly fresh: boolean
}

const usage = `chaos: what delivery survives, row by row, printed as a table; ends with 1 if a row fails

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
const readOptions = (args: ReadonlyArray<string>, rows: ReadonlyArray<number>): Options => {
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
