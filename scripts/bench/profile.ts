/**
 * Where the time of whole onboardings goes, at a comfortable rate: the service's CPU by file, PostgreSQL's by statement,
 * and what its sessions wait for. `profile.ts [--quick] [--base DIR]`: `--base` profiles another checkout too.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { projectRoot } from "../../contract-tests/src/projectRoot.ts"
import { machine, publish } from "../chaos/results.ts"
import { counted } from "./onboarding/database.ts"
import { load } from "./onboarding/load.ts"
import { type Checkout, makeStage } from "./onboarding/makeStage.ts"
import { serve } from "./onboarding/Side.ts"
import { spentSince } from "./profile/cpuProfile.ts"
import { topTens } from "./profile/topTens.ts"
import { withWaits } from "./profile/waits.ts"

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    base: { type: "string" },
    only: { type: "string" }
  }
})
const { base, quick } = values
const COUNT = quick ? 20 : 240
const PER_MINUTE = 240

const run = Effect.gen(function* () {
  const { equipment, makeSide } = yield* makeStage
  const profiled = Effect.fnUntraced(function* (checkout: Checkout) {
    const side = yield* makeSide(checkout)
    const folder = mkdtempSync(join(tmpdir(), "bench-profile-"))
    let since = 0
    const measured = yield* Effect.scoped(
      Effect.gen(function* () {
        const serving = yield* serve(side, { cpuProfile: folder })
        yield* load(equipment, serving, PER_MINUTE, quick ? 10 : 60)
        since = Number(process.hrtime.bigint() / 1000n)
        const { result, statements } = yield* counted(
          side.server,
          side.name,
          withWaits(side.database, load(equipment, serving, PER_MINUTE, COUNT))
        )
        console.log(`  ${side.name}: ${result.result.failures.length} of ${COUNT} onboardings failed`)
        return { statements, waits: result.waits }
      })
    )
    // The service writes its profile when it ends.
    return { name: side.name, count: COUNT, files: spentSince(folder, since, checkout.checkout), ...measured }
  })
  const checkouts = [
    ...(base === undefined ? [] : [{ name: "base", checkout: resolve(base) }]),
    { name: "ours", checkout: projectRoot }
  ]
  const text = topTens(yield* Effect.forEach(checkouts, profiled))
  console.log(text)
  if (!quick && base !== undefined) publish("profile", `On ${machine}.\n\n${text}`)
}).pipe(Effect.scoped, Effect.provide(NodeServices.layer), Effect.provide(Logger.layer([])))

NodeRuntime.runMain(run, {
  teardown: (exit, end) => end(Exit.isSuccess(exit) ? 0 : 1)
})
