/** Runs the checks of lists against a simulated fund, which uploads its list to the SFTP server of the run. */
import type { CheckReport } from "@embedded-super/contracts/schemas"
import { FundProfile } from "@embedded-super/contracts/schemas"
import { fundSimulator, type FundSimulatorOptions } from "@embedded-super/fund-simulator"
import type { SimulatorAddress } from "@embedded-super/simulator-kit"
import { ask, inProcess } from "@embedded-super/simulator-kit/testing"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Schema from "effect/Schema"
import { checkFund } from "../src/index.ts"
import { simulatedFund } from "./simulatedFund.ts"

const encode = Schema.encodeSync(FundProfile)
const decode = Schema.decodeUnknownSync(FundProfile)

/** The simulator's profile, with a plain list beside its live lookup. */
const withList = (profile: FundProfile, publicKey: unknown): FundProfile => {
  const { check, operations, ...rest } = encode(profile)
  const employer_lookup = {
    ...operations.employer_lookup,
    list: { format: "plain", complete_when: "renamed" }
  }
  return decode({
    ...rest,
    operations: { ...operations, employer_lookup },
    check: { ...check, list_sftp: { port: 0, public_key: publicKey, wait_seconds: 3 } }
  })
}

export const uploading = (
  played: Pick<FundSimulatorOptions, "flaw" | "variant">,
  selection: ReadonlyArray<string>
): Effect.Effect<CheckReport, unknown> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const keysFolder = yield* fs.makeTempDirectoryScoped()
    return yield* Effect.gen(function* () {
      const { environment, profile } = yield* simulatedFund
      const account = yield* ask({ method: "GET", path: "/_simulator/sftp" })
      const context = yield* Effect.context<SimulatorAddress>()
      return yield* checkFund({
        profile: withList(profile, account.json.data.public_key),
        environment,
        keysFolder,
        mode: "dev",
        seed: 1,
        names: selection,
        onInbox: ({ host, hostKey, port, user }) =>
          Effect.sync(() => {
            const uploads = Effect.andThen(
              ask({ method: "PUT", path: "/_simulator/sftp", body: { host, port, user, host_key: hostKey } }),
              ask({ method: "POST", path: "/_simulator/employer-files", body: { format: "plain" } })
            )
            Effect.runForkWith(context)(uploads)
          })
      })
    }).pipe(Effect.provide(inProcess(fundSimulator(played))))
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
