/**
 * A fund simulator that runs, as a subject of the kit: plain, with a fault, or a correct one that differs. One that uploads
 * its list does so when the kit's SFTP server listens.
 */
import { type CheckReport, type FundProfile, FundProfile as Profile } from "@embedded-super/contracts/schemas"
import { fundSimulator, type FundSimulatorOptions } from "@embedded-super/fund-simulator"
import { SimulatorAddress, DataFolder } from "@embedded-super/simulator-kit"
import { ask, inProcess } from "@embedded-super/simulator-kit/testing"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import { join } from "node:path"
import { freePort } from "@embedded-super/program/freePorts"
import { readFileSync, existsSync } from "node:fs"
import { checkFund, type CheckFundOptions } from "../../src/fund/index.ts"
import { loadProfile } from "../../src/fund/profile/loadProfile.ts"

/** The fund simulator as a subject: its profile and its secret, from its data folder. */
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

export type Played = Pick<FundSimulatorOptions, "fault" | "variant" | "fund" | "lookup">

export interface StartOptions {
  /** Plain http is faster. A fund that asks for certificates, or whose fault is of TLS, can't use it: left out, that decides. */
  readonly http?: boolean
  /** The fund uploads its list to the kit's SFTP server. */
  readonly uploads?: boolean
  /** The fund is restarted when the kit asks for it. Left out, if its fault shows only then. */
  readonly restarts?: boolean
}

/** The options of one run of the kit. */
export interface Chosen {
  readonly seed: number
  /** Groups and ids; empty for all. */
  readonly names?: ReadonlyArray<string>
  readonly onProgress?: CheckFundOptions["onProgress"]
}

const encode = Schema.encodeSync(Profile)
const decode = Schema.decodeUnknownSync(Profile)

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
    check: { ...check, list_sftp: { port: 0, public_key: publicKey, wait_seconds: 8 } }
  })
}

const needsHttps = ({ fault, fund, variant }: Played): boolean => {
  if (fault !== undefined && "group" in fault && fault.group === "tls") return true
  const { auth, fund: other } = { fund, ...(fault ?? variant)?.options }
  return other === "grevillea" || auth === "mutual_tls"
}

/** A simulator that can be started again at its port, with its data; if it never is, any port will do. */
const restartable = Effect.fnUntraced(function* (
  options: FundSimulatorOptions,
  http: boolean,
  restarts: boolean
) {
  const fs = yield* FileSystem.FileSystem
  const dataDir = yield* fs.makeTempDirectoryScoped()
  const start = Effect.fnUntraced(function* (port: number) {
    const scope = yield* Scope.make()
    const simulator = inProcess(fundSimulator(options), { http, dataDir, port })
    return { scope, context: yield* Layer.buildWithScope(simulator, scope) }
  })
  const port = restarts ? yield* Effect.promise(freePort) : 0
  let running = yield* start(port)
  yield* Effect.addFinalizer((exit) => Scope.close(running.scope, exit))
  const { context } = running
  const restart = Effect.gen(function* () {
    yield* Scope.close(running.scope, Exit.void)
    running = yield* start(port)
  })
  return { context, restart: Effect.orDie(restart) }
})

const showsByRestart = ({ fault }: Played): boolean =>
  fault !== undefined &&
  "killedBy" in fault &&
  (fault.killedBy as ReadonlyArray<string>).includes("REGISTER-4.2-5")

/** Starts one, until the scope ends. */
export const startedFund = Effect.fnUntraced(function* (
  played: Played,
  { http = !needsHttps(played), restarts = showsByRestart(played), uploads = false }: StartOptions = {}
) {
  const fs = yield* FileSystem.FileSystem
  const keysFolder = yield* fs.makeTempDirectoryScoped()
  const callerJwks = join(keysFolder, "jwks.json")
  yield* fs.writeFileString(callerJwks, `{"keys":[]}`)
  const { context: simulator, restart } = yield* restartable({ ...played, callerJwks }, http, restarts)
  return yield* Effect.gen(function* () {
    const { url } = yield* SimulatorAddress
    const { environment, profile } = yield* simulatedFund
    const account = uploads ? yield* ask({ method: "GET", path: "/_simulator/sftp" }) : undefined
    const upload: CheckFundOptions["onInbox"] = ({ host, hostKey, port, user }) =>
      Effect.sync(() => {
        const uploading = Effect.andThen(
          ask({ method: "PUT", path: "/_simulator/sftp", body: { host, port, user, host_key: hostKey } }),
          ask({ method: "POST", path: "/_simulator/employer-files", body: { format: "plain" } })
        )
        Effect.runForkWith(simulator)(uploading)
      })
    const checked = account === undefined ? profile : withList(profile, account.json.data.public_key)
    const check = ({ names = [], onProgress, seed }: Chosen): Effect.Effect<CheckReport, unknown> =>
      checkFund({
        profile: checked,
        environment,
        keysFolder,
        mode: "dev",
        seed,
        names,
        ...(account === undefined ? {} : { onInbox: upload }),
        ...(restarts ? { onRestart: restart } : {}),
        ...(onProgress === undefined ? {} : { onProgress })
      }).pipe(Effect.provideService(FileSystem.FileSystem, fs))
    return { url, profile, environment, check }
  }).pipe(Effect.provide(simulator))
})
