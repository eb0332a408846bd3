/** How fast webhooks are delivered: `webhooks.ts [rounds] [--quick]`. Ends with 1 if a figure is beyond its limit. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import { mkdirSync, writeFileSync } from "node:fs"
import process from "node:process"
import { machine, publish, type Result } from "../chaos/results.ts"
import { markdownOf, tableOf } from "../chaos/table.ts"
import { makeWorld } from "../chaos/world/World.ts"
import { arrivals } from "./arrivals.ts"
import { startBenchReceiver } from "./BenchReceiver.ts"
import { drainRatio } from "./drainRatio.ts"
import { neighbours } from "./neighbours.ts"
import { oldDeliveries } from "./oldDeliveries.ts"
import { twoWorkers } from "./twoWorkers.ts"

const FOLDER = ".data/bench"
const benches = [drainRatio, arrivals, oldDeliveries, neighbours, twoWorkers]

const quick = process.argv.includes("--quick")
const rounds = quick ? 1 : Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)) ?? 5)

const run = Effect.gen(function* () {
  const { server } = yield* makeWorld()
  const receiver = yield* startBenchReceiver
  const results: Array<Result> = []
  for (const [nth, { run, title }] of benches.entries()) {
    const began = performance.now()
    const seconds = () => Math.round((performance.now() - began) / 100) / 10
    console.log(`\n${title}`)
    const say = (text: string) => Effect.sync(() => console.log(`  ${seconds()} s  ${text}`))
    const figures = yield* Effect.scoped(run({ server, receiver, rounds, quick, say }))
    const pass = figures.every((figure) => figure.pass)
    const result: Result = {
      number: nth + 1,
      title,
      size: quick ? "short" : "usual",
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
  }
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(`${FOLDER}/results.json`, `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync(`${FOLDER}/results.md`, `${markdownOf(results)}\n`)
  if (!quick) publish("bench", markdownOf(results))
  process.exitCode = results.every(({ pass }) => pass) ? 0 : 1
}).pipe(Effect.scoped, Effect.provide(NodeServices.layer), Effect.provide(Logger.layer([])))

NodeRuntime.runMain(run, {
  teardown: (exit, end) => end(Exit.isSuccess(exit) ? Number(process.exitCode ?? 0) : 1)
})
