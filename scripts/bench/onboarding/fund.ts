import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { projectRoot } from "../../../contract-tests/src/projectRoot.ts"
import { startNode } from "./processes.ts"

/** A fund as a seed file names it. */
export interface Fund {
  readonly profile: string
  readonly api_key_file: string
}

/** The most that a profile can allow: the fund isn't what is measured. */
const limits = { requests_per_minute: 60_000, concurrent_requests: 100 }

/** Starts the fund simulator, over plain http. It ends with the scope. */
export const startFund = Effect.fnUntraced(function* (parent: string) {
  const folder = join(parent, "fund")
  mkdirSync(folder)
  const log = join(parent, "fund.log")
  yield* startNode(["simulators/fund/src/main.ts", "--http", "--json", "--port", "0", "--data-dir", folder], {
    cwd: projectRoot,
    env: {},
    log
  })
  yield* Effect.sync(() => readFileSync(log, "utf8").includes('"ready"')).pipe(
    Effect.filterOrFail((ready) => ready),
    Effect.retry({ schedule: Schedule.spaced("50 millis"), times: 400 }),
    Effect.catch(() => Effect.die(new Error(`The fund doesn't start: ${readFileSync(log, "utf8")}`)))
  )
  const profile = JSON.parse(readFileSync(join(folder, "fund-profile.json"), "utf8"))
  const file = join(parent, "fund-profile.json")
  writeFileSync(file, JSON.stringify({ ...profile, limits: { ...profile.limits, ...limits } }))
  return { profile: file, api_key_file: join(folder, "api-key") } satisfies Fund
})
