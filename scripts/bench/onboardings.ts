/**
 * Whole onboardings over HTTP, in an open loop: how many a minute are sustained, and what each takes.
 * `onboardings.ts [rounds] [--quick] [--count] [--base DIR]`. `--count` counts statements and bytes only; `--base` runs
 * another checkout beside this one, in turn.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import { resolve } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { projectRoot } from "../../contract-tests/src/projectRoot.ts"
import { compare } from "./onboarding/compare.ts"
import { figuresOf } from "./onboarding/figures.ts"
import { report } from "./report.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    count: { type: "boolean", default: false },
    base: { type: "string" },
    only: { type: "string" }
  }
})
const { base, count, quick } = values
const rounds = count ? 0 : quick ? 1 : Number(positionals[0] ?? 5)

const run = Effect.gen(function* () {
  const began = performance.now()
  const say = (text: string) =>
    Effect.sync(() => console.log(`  ${Math.round((performance.now() - began) / 100) / 10} s  ${text}`))
  const checkouts = [
    { name: "ours", checkout: projectRoot },
    ...(base === undefined ? [] : [{ name: "base", checkout: resolve(base) }])
  ]
  const compared = yield* compare({ checkouts, rounds, quick, say })
  report("onboardings", figuresOf(compared), rounds >= 5 && base !== undefined)
}).pipe(Effect.scoped, Effect.provide(NodeServices.layer), Effect.provide(Logger.layer([])))

NodeRuntime.runMain(run, {
  teardown: (exit, end) => end(Exit.isSuccess(exit) ? Number(process.exitCode ?? 0) : 1)
})
