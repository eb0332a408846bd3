/** The funds: the simulator, plain, with each fault and in each correct variant, and the foreign ones. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { checkFund } from "@embedded-super/check/fund"
import { type Played, startedFund, type StartOptions } from "@embedded-super/check/testing"
import { faults } from "@embedded-super/fund-simulator/faults"
import { variants } from "@embedded-super/fund-simulator/variants"
import {
  type ForeignFund,
  foreignFunds,
  foreignProfile,
  startForeignFund
} from "./servers/fund/foreignFunds.ts"
import type { Check, CorrectServer, Start, WrongServer } from "./Server.ts"

/** The foreign funds accept what they should refuse: values that break the schema, and an ABN with spaces. */
const lenient = ["SCHEMA-7-1", "SCHEMA-7-2", "SCHEMA-7-3", "SCHEMA-7-4", "SCHEMA-7-6", "LOOKUP-2.5-12"]

const KEY = "foreign-fund-key-of-32-characters"

const startSimulator = (played: Played, options: StartOptions = {}): Start =>
  Effect.gen(function* () {
    const services = yield* Layer.build(NodeServices.layer)
    const { check } = yield* Effect.provide(startedFund(played, options), services)
    return check
  })

const startForeign = (fund: ForeignFund, fault?: string): Start =>
  Effect.gen(function* () {
    const services = yield* Layer.build(NodeServices.layer)
    const { url } = yield* Effect.acquireRelease(
      Effect.promise(() => startForeignFund(fund, KEY, fault)),
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

const wrongSimulators: ReadonlyArray<WrongServer> = faults.map((fault) => ({
  name: fault.name,
  fault,
  waits: waiting.has(fault.name),
  start:
    fault.group === "tls"
      ? startSimulator({ fault }, { http: false })
      : startSimulator({ fault }, { uploads: fault.group === "list" })
}))

const wrongForeign: ReadonlyArray<WrongServer> = foreignFunds.flatMap((fund) =>
  Object.entries(fund.faults).map(([name, fault]) => ({
    name: `${fund.name}: ${name}`,
    fault,
    needs: fund.needs,
    waits: waiting.has(fund.name),
    start: startForeign(fund, name)
  }))
)

/** The funds that make a mistake. */
export const wrongFunds: ReadonlyArray<WrongServer> = [...wrongSimulators, ...wrongForeign]

/** The simulator as each of its funds: each has another flow. */
const plain: ReadonlyArray<CorrectServer> = (["banksia", "waratah", "kurrajong", "grevillea"] as const).map(
  (fund) => ({
    name: fund,
    start: startSimulator({ fund }, { http: false }),
    startPlainly: startSimulator({ fund })
  })
)

/** The funds that make none. */
export const correctFunds: ReadonlyArray<CorrectServer> = [
  ...plain,
  { name: "with a list beside its live lookup", start: startSimulator({}, { uploads: true }) },
  ...variants.map((variant) => ({
    name: variant.name,
    waits: waiting.has(variant.name),
    start: startSimulator({ variant }, { http: false }),
    startPlainly: startSimulator({ variant })
  })),
  ...foreignFunds.map((fund) => ({
    name: fund.name,
    warned: lenient,
    needs: fund.needs,
    waits: waiting.has(fund.name),
    start: startForeign(fund)
  }))
]
