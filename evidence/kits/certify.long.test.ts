/** Both simulators are certified by their kits: every check in its order, with the fixed seed. */
import { assert, describe, it } from "@effect/vitest"
import type { CheckReport } from "@embedded-super/contracts/schemas"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { join } from "node:path"
import { checkFund } from "@embedded-super/check/fund"
import { simulatedFund, startedPartner } from "@embedded-super/check/testing"
import { fundSimulator } from "@embedded-super/fund-simulator"
import { inProcess } from "@embedded-super/simulator-kit/testing"

const MINUTE = 60_000

/** A report for go-live: nothing is wrong, and no check of level MUST is left open by the kit. */
const isCertified = ({ checks, ended_at, findings, kit, mode, started_at, verdict }: CheckReport) => {
  const took = (Date.parse(ended_at) - Date.parse(started_at)) / 1000
  console.log(`${kit} certify: ${checks.length} checks in ${took.toFixed(1)} s`)
  assert.strictEqual(mode, "certify")
  assert.deepStrictEqual(findings, [])
  assert.strictEqual(verdict, "conforms")
  assert.deepStrictEqual(
    checks.filter((check) => check.verdict === "error").map(({ id }) => id),
    []
  )
}

describe("a certifying run", () => {
  it.live(
    "conforms with the payroll simulator",
    () =>
      Effect.gen(function* () {
        const check = yield* startedPartner()
        isCertified(yield* check({ mode: "certify" }))
      }).pipe(Effect.scoped),
    2 * MINUTE
  )

  it.live(
    "conforms with the fund simulator",
    () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const keysFolder = yield* fs.makeTempDirectoryScoped()
        const callerJwks = join(keysFolder, "jwks.json")
        yield* fs.writeFileString(callerJwks, `{"keys":[]}`)
        const report = yield* Effect.gen(function* () {
          const { environment, profile } = yield* simulatedFund
          return yield* checkFund({ profile, environment, keysFolder, mode: "certify", seed: 1 })
        }).pipe(Effect.provide(inProcess(fundSimulator({ callerJwks }), { http: false })))
        isCertified(report)
      }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)),
    10 * MINUTE
  )
})
