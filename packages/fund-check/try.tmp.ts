import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { checkFund } from "./src/index.ts"
import { loadProfile } from "./src/profile/loadProfile.ts"
import { terminalReporter } from "@embedded-super/conformance/report/terminal/terminalReporter"
import { terminalOutput } from "@embedded-super/conformance/cli/terminalOutput"
const folder = process.argv[2]!
const program = Effect.gen(function* () {
  const profile = yield* loadProfile(folder + "/fund-profile.json")
  const reporter = terminalReporter(yield* terminalOutput)
  yield* reporter.begin({
    kit: "fund-check",
    kit_version: "0.1.0",
    mode: "dev",
    seed: 1 as never,
    subject: { name: "X" as never }
  })
  const report = yield* checkFund({
    profile,
    environment: { FUND_CHECK_SECRET: readFileSync(folder + "/api-key", "utf8") },
    keysFolder: folder,
    mode: "dev",
    seed: 1,
    onProgress: reporter.onProgress
  })
  yield* reporter.end(report)
  console.log(JSON.stringify(report).length, report.exchanges.length)
}).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
Effect.runPromise(program as never).catch((e) => console.error(e))
