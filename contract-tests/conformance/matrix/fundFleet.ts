/** The fleet of funds: the simulator, plain, with each flaw and in each correct variant, and the foreign servers. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { checkFund } from "../../../packages/fund-check/src/index.ts"
import { type Played, startedFund, type StartOptions } from "../../../packages/fund-check/test/startedFund.ts"
import { flaws } from "../../../simulators/fund/src/flaws/index.ts"
import { variants } from "../../../simulators/fund/src/variants.ts"
import { type ForeignFund, foreignFunds, startForeignFund } from "../fleet/fund/foreignFunds.ts"
import { foreignProfile } from "../fleet/fund/foreignProfile.ts"
import type { Check, Member, Start } from "./Member.ts"

const KEY = "foreign-fund-key-of-32-characters"

const startSimulator = (played: Played, options: StartOptions = {}): Start =>
  Effect.gen(function* () {
    const services = yield* Layer.build(NodeServices.layer)
    const { check } = yield* Effect.provide(startedFund(played, options), services)
    return check
  })

const startForeign = (fund: ForeignFund, flaw?: string): Start =>
  Effect.gen(function* () {
    const services = yield* Layer.build(NodeServices.layer)
    const { url } = yield* Effect.acquireRelease(
      Effect.promise(() => startForeignFund(fund, KEY, flaw)),
      ({ stop }) => Effect.promise(stop)
    )
    return yield* Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const keysFolder = yield* fs.makeTempDirectoryScoped()
      const check: Check = ({ names = [], seed }) =>
        checkFund({
          profile: foreignProfile(url),
          mode: "dev",
          seed,
          names,
          environment: { FUND_CHECK_SECRET: KEY },
          keysFolder
        }).pipe(Effect.provideService(FileSystem.FileSystem, fs))
      return check
    }).pipe(Effect.provide(services))
  })

/** Nothing but waiting makes their runs long. */
const waiting: ReadonlySet<string> = new Set([
  "slow-lookup",
  "keys-never-renewed",
  "never-answered",
  "answer-never-ends",
  "unhurried",
  "limited-rate",
  "validation-answered-429",
  "Python"
])

/** They fail when calls meet, and which of a check's calls meet is chance. */
const byChance: ReadonlySet<string> = new Set([
  "busy-answered-503",
  "busy-refused",
  "busy-dropped",
  "busy-without-retry-after",
  "lookups-mixed"
])

const faultySimulators: ReadonlyArray<Member> = flaws.map((flaw) => ({
  name: flaw.name,
  server: "simulator",
  sentence: flaw.sentence,
  killedBy: flaw.killedBy,
  needs: undefined,
  waits: waiting.has(flaw.name),
  byChance: byChance.has(flaw.name),
  start:
    flaw.group === "tls"
      ? startSimulator({ flaw }, { http: false })
      : startSimulator({ flaw }, { uploads: flaw.group === "list" })
}))

const faultyForeign: ReadonlyArray<Member> = foreignFunds.flatMap((fund) =>
  Object.entries(fund.flaws).map(([flaw, { killedBy, sentence }]) => ({
    name: `${fund.name}: ${flaw}`,
    server: fund.name,
    sentence,
    killedBy,
    needs: fund.needs,
    waits: waiting.has(fund.name),
    start: startForeign(fund, flaw)
  }))
)

const correct = { killedBy: undefined, needs: undefined }

/** The simulator as each of its funds: each has another flow. */
const plain: ReadonlyArray<Member> = [
  { fund: "banksia" as const, sentence: "The simulator with an API key." },
  { fund: "waratah" as const, sentence: "The simulator with a signed token in each call." },
  { fund: "kurrajong" as const, sentence: "The simulator with access tokens." },
  { fund: "grevillea" as const, sentence: "The simulator with mutual TLS." }
].map(({ fund, sentence }) => ({
  ...correct,
  name: fund,
  server: "simulator",
  sentence,
  start: startSimulator({ fund }, { http: false }),
  startPlainly: startSimulator({ fund })
}))

/** The funds that make a mistake. */
export const faultyFunds: ReadonlyArray<Member> = [...faultySimulators, ...faultyForeign]

/** The funds that make none. */
export const correctFunds: ReadonlyArray<Member> = [
  ...plain,
  {
    ...correct,
    name: "with-a-list",
    server: "simulator",
    sentence: "The simulator, which uploads a list beside its live lookup.",
    start: startSimulator({}, { uploads: true })
  },
  ...variants.map((variant) => ({
    ...correct,
    name: variant.name,
    server: "simulator",
    sentence: variant.sentence,
    waits: waiting.has(variant.name),
    start: startSimulator({ variant }, { http: false }),
    startPlainly: startSimulator({ variant })
  })),
  ...foreignFunds.map((fund) => ({
    ...correct,
    name: fund.name,
    server: fund.name,
    sentence: `A correct fund in ${fund.name}.`,
    needs: fund.needs,
    waits: waiting.has(fund.name),
    start: startForeign(fund)
  }))
]
