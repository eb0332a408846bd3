/** A fund of the fleet as a subject: played in this process, checked, and stopped. */
import type { CheckReport } from "@embedded-super/contracts/schemas"
import { fundSimulator } from "@embedded-super/fund-simulator"
import type { OtherFund } from "@embedded-super/fund-simulator/flaws"
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

/** Runs the named checks against a fund. `calls` are without time limits of the fund's own, unless it has one second. */
export const checkOtherFund = (fund: OtherFund | undefined, names: ReadonlyArray<string>, seed = 1) =>
  Effect.gen(function* () {
    const keys = yield* keysFolder
    const options = {
      ...fund?.options,
      ...(fund === undefined ? {} : { flaw: fund }),
      callerJwks: join(keys, "jwks.json")
    }
    return yield* Effect.gen(function* () {
      const { environment, profile } = yield* simulatedFund
      // A registration that never ends is waited for, so the time limit is the shortest that a profile may name.
      const limits = { ...profile.limits, registration_timeout_seconds: 1 }
      return yield* checkFund({
        profile: { ...profile, limits },
        environment,
        keysFolder: keys,
        mode: "dev",
        seed,
        names
      })
    }).pipe(Effect.provide(inProcess(fundSimulator(options), { http: false })))
  }).pipe(Effect.scoped, Effect.map((report: CheckReport) => report))
