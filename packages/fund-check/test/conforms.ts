import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, it } from "@effect/vitest"
import { fundSimulator, type FundSimulatorOptions } from "@embedded-super/fund-simulator"
import { inProcess } from "@embedded-super/simulator-kit/testing"
import * as Effect from "effect/Effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { checkFund } from "../src/index.ts"
import { simulatedFund } from "./simulatedFund.ts"

const keysFolder = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(join(tmpdir(), "fund-check-"))
    writeFileSync(join(folder, "jwks.json"), `{"keys":[]}`)
    return folder
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

/** A test: the simulator with these options conforms. */
export const conforms = (name: string, options: FundSimulatorOptions): void =>
  it.live(name, () =>
    Effect.gen(function* () {
      const keys = yield* keysFolder
      const report = yield* Effect.gen(function* () {
        const { environment, profile } = yield* simulatedFund
        return yield* checkFund({ profile, environment, keysFolder: keys, mode: "dev", seed: 1 })
      }).pipe(
        Effect.provide(
          inProcess(fundSimulator({ ...options, callerJwks: join(keys, "jwks.json") }), { http: false })
        )
      )
      assert.deepStrictEqual(report.findings, [])
      assert.deepStrictEqual(
        report.checks.filter(({ verdict }) => verdict === "error"),
        []
      )
      assert.strictEqual(report.verdict, "conforms")
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )
