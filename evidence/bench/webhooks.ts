/**
 * How fast webhooks are delivered: `webhooks.ts [rounds] [--quick] [--only 4,5]`. Exits with 1 if a figure is beyond
 * its limit. With `--only`, the other rows are those of the last run of the same kind.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import process from "node:process"
import { parseArgs } from "node:util"
import { machine, publish, type Result, markdownOf, tableOf } from "../chaos/results.ts"
import { makeWorld } from "../chaos/world/World.ts"
import { arrivals } from "./arrivals.ts"
import { startBenchReceiver } from "./Bench.ts"
import { drainRatio } from "./drainRatio.ts"
import { neighbours } from "./neighbours.ts"
import { oldDeliveries } from "./oldDeliveries.ts"
import { retention } from "./retention.ts"
import { twoWorkers } from "./twoWorkers.ts"

const FOLDER = ".data/bench"
const benches = [drainRatio, arrivals, oldDeliveries, neighbours, twoWorkers, retention]

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false }, only: { type: "string" } }
})
const { quick } = values
const rounds = quick ? 1 : Number(positionals[0] ?? 5)
const size = quick ? "short" : "usual"
const only = values.only?.split(",").map(Number)

/** The findings of the last run of this kind. */
const earlier = (): ReadonlyArray<Result> => {
  const file = `${FOLDER}/results.json`
  const known: ReadonlyArray<Result> = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : []
  return known.filter((result) => result.size === size)
}

/** Also after each row, so that a run that breaks off has not measured for nothing. */
const keep = (results: ReadonlyArray<Result>): void => {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(`${FOLDER}/results.json`, `${JSON.stringify(results, null, 2)}\n`)
}

const run = Effect.gen(function* () {
  const { server } = yield* makeWorld()
  const receiver = yield* startBenchReceiver
  const results: Array<Result> = []
  const known = only === undefined ? [] : earlier()
  for (const [nth, { run, title }] of benches.entries()) {
    const before = known.find(({ number }) => number === nth + 1)
    if (only !== undefined && !only.includes(nth + 1)) {
      results.push(...(before === undefined ? [] : [before]))
      continue
    }
    const began = performance.now()
    const seconds = () => Math.round((performance.now() - began) / 100) / 10
    console.log(`\n${title}`)
    const say = (text: string) => Effect.sync(() => console.log(`  ${seconds()} s  ${text}`))
    const figures = yield* Effect.scoped(run({ server, receiver, rounds, quick, say }))
    const pass = figures.every((figure) => figure.pass)
    const result: Result = {
      number: nth + 1,
      title,
      size,
      seed: 0,
      runs: `${rounds} rounds`,
      figures,
      notes: [],
      pass,
      seconds: seconds(),
      date: new Date().toISOString(),
      machine
    }
    console.log(tableOf([result]))
    results.push(result)
    keep([...results, ...known.filter(({ number }) => number > result.number)])
  }
  writeFileSync(`${FOLDER}/results.md`, `${markdownOf(results)}\n`)
  if (!quick && results.length === benches.length) publish("bench", markdownOf(results))
  process.exitCode = results.every(({ pass }) => pass) ? 0 : 1
}).pipe(Effect.scoped, Effect.provide(NodeServices.layer), Effect.provide(Logger.layer([])))

NodeRuntime.runMain(run, {
  teardown: (exit, end) => end(Exit.isSuccess(exit) ? Number(process.exitCode ?? 0) : 1)
})
