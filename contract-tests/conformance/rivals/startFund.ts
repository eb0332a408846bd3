/** Starts a fund of the fleet for one run of a tool: the simulator in this process, or a foreign fund as a program. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import type { FundProfile } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { makeExchanges } from "../../../packages/check/src/exchange/Exchanges.ts"
import { makeFundCaller } from "../../../packages/check/src/fund/caller/fundCaller.ts"
import { makeKeyRing } from "../../../packages/check/src/fund/caller/KeyRing.ts"
import { openList } from "../../../packages/check/src/fund/list/openList.ts"
import { simulatedFund } from "../../../packages/check/test/fund/simulatedFund.ts"
import { fundSimulator } from "../../../simulators/fund/src/index.ts"
import { SimulatorAddress } from "../../../simulators/kit/src/index.ts"
import { inProcess } from "../../../simulators/kit/src/testing/index.ts"
import { foreignProfile } from "../fleet/fund/foreignProfile.ts"
import { startForeignFund } from "../fleet/fund/foreignFunds.ts"
import { describe, offersOf } from "./describe.ts"
import type { StartedFund, Subject } from "./Rival.ts"

const FOREIGN_KEY = "foreign-fund-key-of-32-characters"
const API_KEY = "X-Auth-Key"

/** A folder with the fund's description, and the empty JWKS that the kit's key is published in. */
const folderOf = () => {
  const folder = mkdtempSync(join(tmpdir(), "embedded-super-rival-"))
  writeFileSync(join(folder, "jwks.json"), `{"keys":[]}`)
  return folder
}

const describedIn = (folder: string, profile: FundProfile) => {
  const description = join(folder, "description.json")
  writeFileSync(description, JSON.stringify(describe(profile)))
  return {
    folder,
    description,
    offers: offersOf(profile),
    usi: profile.default_activate_usi ?? "",
    flow: profile.authentication.flow
  }
}

/** An access token, got as the service gets it: a tool can send it, but not sign for it. */
const accessToken = Effect.fnUntraced(function* (profile: FundProfile, folder: string) {
  const environment = {}
  const keys = yield* makeKeyRing(profile, { environment, folder })
  const list = yield* openList(profile, { environment, folder })
  const worldOf = yield* makeFundCaller({ profile, mode: "dev", keys, exchanges: makeExchanges(), list })
  const credentials = yield* worldOf({ seed: 1, mode: "dev" }).authorise("lookup", {})
  const value = credentials?.headers["authorization"]
  return value === undefined ? undefined : { name: "Authorization", value }
})

const headerOf = (profile: FundProfile, secret: string | undefined, folder: string) => {
  const { flow } = profile.authentication
  if (flow === "oauth2") return accessToken(profile, folder)
  return Effect.succeed(
    flow === "api_key" && secret !== undefined ? { name: API_KEY, value: secret.trim() } : undefined
  )
}

type Use<A> = (fund: StartedFund) => Promise<A>

const withSimulated = <A>(
  { flaw, variant }: Extract<Subject, { readonly kind: "simulated" }>,
  folder: string,
  use: Use<A>
): Promise<A> => {
  const other = flaw ?? variant
  const isHttps =
    other?.options?.fund === "grevillea" || (flaw !== undefined && "group" in flaw && flaw.group === "tls")
  const options = { ...(flaw === undefined ? {} : { flaw }), ...(variant === undefined ? {} : { variant }) }
  const simulator = fundSimulator({ ...options, callerJwks: join(folder, "jwks.json") })
  return Effect.gen(function* () {
    const { environment, folder: data, profile } = yield* simulatedFund
    const { caFile, url } = yield* SimulatorAddress
    const header = yield* headerOf(profile, environment.FUND_CHECK_SECRET, folder)
    const certificateFile =
      profile.authentication.flow === "mutual_tls" ? join(data, "caller.pem") : undefined
    const fund = { url, caFile, header, certificateFile, ...describedIn(folder, profile) }
    return yield* Effect.promise(() => use(fund))
  }).pipe(
    Effect.provide(inProcess(simulator, { http: !isHttps })),
    Effect.scoped,
    Effect.provide(NodeServices.layer),
    Effect.runPromise
  )
}

const withForeign = async <A>(
  { flaw, fund }: Extract<Subject, { readonly kind: "foreign" }>,
  folder: string,
  use: Use<A>
): Promise<A> => {
  const { stop, url } = await startForeignFund(fund, FOREIGN_KEY, flaw)
  try {
    return await use({
      url,
      caFile: undefined,
      certificateFile: undefined,
      header: { name: API_KEY, value: FOREIGN_KEY },
      ...describedIn(folder, foreignProfile(url))
    })
  } finally {
    await stop()
  }
}

/** Runs `use` with the started fund, which is stopped afterwards. */
export const withFund = async <A>(subject: Subject, use: Use<A>): Promise<A> => {
  const folder = folderOf()
  try {
    return await (subject.kind === "foreign"
      ? withForeign(subject, folder, use)
      : withSimulated(subject, folder, use))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
