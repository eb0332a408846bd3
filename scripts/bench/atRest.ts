/** The service at rest: how it starts, and what it takes while it has nothing to do. `atRest.ts [rounds] [--quick]`. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import process from "node:process"
import { parseArgs } from "node:util"
import { projectRoot } from "../../contract-tests/src/projectRoot.ts"
import { idle } from "./at-rest/idle.ts"
import { starts } from "./at-rest/starts.ts"
import { makeStage } from "./onboarding/makeStage.ts"
import { report } from "./report.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false }, only: { type: "string" } }
})
const rounds = values.quick ? 1 : Number(positionals[0] ?? 5)

const run = Effect.gen(function* () {
  const stage = yield* makeStage
  const side = yield* stage.makeSide({ name: "rest", checkout: projectRoot })
  const say = (text: string) => Effect.sync(() => console.log(`  ${text}`))
  const figures = [...(yield* starts(side, rounds, say)), ...(yield* idle(stage, side, values.quick))]
  report("at-rest", figures, rounds >= 5)
}).pipe(Effect.scoped, Effect.provide(NodeServices.layer), Effect.provide(Logger.layer([])))

NodeRuntime.runMain(run, {
  teardown: (exit, end) => end(Exit.isSuccess(exit) ? Number(process.exitCode ?? 0) : 1)
})
