/** The fund simulator as a subject: its profile and its secret, from its data folder. */
import { DataFolder } from "@embedded-super/simulator-kit"
import { readFileSync, existsSync } from "node:fs"
import * as Effect from "effect/Effect"
import { loadProfile } from "../../src/fund/profile/loadProfile.ts"

const read = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, "utf8") : undefined)

/** The profile that the simulator wrote, and the environment in which its secret is. */
export const simulatedFund = Effect.gen(function* () {
  const { path } = yield* DataFolder
  const profile = yield* loadProfile(`${path}/fund-profile.json`)
  const { flow } = profile.authentication
  const secret =
    flow === "api_key"
      ? read(`${path}/api-key`)
      : flow === "mutual_tls"
        ? read(`${path}/caller.pem`)
        : undefined
  return { folder: path, profile, environment: { FUND_CHECK_SECRET: secret } }
})
