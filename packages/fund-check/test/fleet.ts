/** Runs checks against a fund with a flaw, or against a correct one that differs. */
import type { CheckReport } from "@embedded-super/contracts/schemas"
import type { OtherFund } from "@embedded-super/fund-simulator/flaws"
import { fundSimulator, type FundSimulatorOptions } from "@embedded-super/fund-simulator"
import { inProcess } from "@embedded-super/simulator-kit/testing"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { join } from "node:path"
import { checkFund } from "../src/index.ts"
import { simulatedFund } from "./simulatedFund.ts"

export interface Checking {
  readonly selection: ReadonlyArray<string>
  readonly seed?: number
  /** Plain http is faster; a fund that asks for certificates can't use it. */
  readonly http?: boolean
}

/** The report about a simulated fund. */
export const checking = (
  played: Pick<FundSimulatorOptions, "flaw" | "variant">,
  { http, seed = 1, selection }: Checking
): Effect.Effect<CheckReport, unknown> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const keysFolder = yield* fs.makeTempDirectoryScoped()
    const callerJwks = join(keysFolder, "jwks.json")
    yield* fs.writeFileString(callerJwks, `{"keys":[]}`)
    const other: OtherFund | undefined = played.flaw ?? played.variant
    const asksForCertificate = other?.options?.fund === "grevillea" || other?.options?.auth === "mutual_tls"
    return yield* Effect.gen(function* () {
      const { environment, profile } = yield* simulatedFund
      return yield* checkFund({ profile, environment, keysFolder, mode: "dev", seed, names: selection })
    }).pipe(
      Effect.provide(
        inProcess(fundSimulator({ ...played, callerJwks }), { http: http ?? !asksForCertificate })
      )
    )
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))

/** What a report says of one check: its verdict and its sentence. */
export const saidOf = ({ checks }: CheckReport, id: string): string | undefined => {
  const result = checks.find((check) => check.id === id)
  return result === undefined ? undefined : `${result.verdict}: ${result.cause ?? result.why ?? ""}`
}
