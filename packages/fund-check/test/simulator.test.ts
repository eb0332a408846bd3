import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
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

const funds: Readonly<Record<string, FundSimulatorOptions>> = {
  "with an API key": { fund: "banksia" },
  "with a JWT": { fund: "waratah" },
  "with OAuth": { fund: "kurrajong" },
  "with mutual TLS": { fund: "grevillea" }
}

describe("the fund simulator conforms", () => {
  for (const [name, options] of Object.entries(funds)) {
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
  }
})
