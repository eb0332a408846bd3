/**
 * A side of the comparison: a checkout of the project with a database and a `serve` of its own. All sides share one
 * PostgreSQL, one simulated fund, one receiver and one driver; only one side runs at a time, the others are stopped.
 *
 * The trap: `--dev` is needed for plain http, and brings the time line, which production doesn't have. A folder is where
 * its file would be, so the service goes on without one.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { execFileSync } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { masterKeyIn } from "../../../contract-tests/src/programs/masterKey.ts"
import { anInstanceFile } from "../../../packages/service/test/anInstanceFile.ts"
import { TIMELINE_FILE } from "../../../packages/service/src/platform/timeline/openTimeline.ts"
import type { Server } from "../../chaos/world/Server.ts"
import { freePorts } from "@embedded-super/program/freePorts"
import { newDatabase } from "./database.ts"
import type { Fund } from "./fund.ts"
import { cpuOf, startNode } from "./processes.ts"

export interface SideOptions {
  /** Letters only: also the name of its database. */
  readonly name: string
  /** A checkout with its own node_modules. */
  readonly checkout: string
  readonly folder: string
  readonly server: Server
  readonly fund: Fund
  readonly webhookUrl: string
  /** Further settings of the service. */
  readonly settings?: Readonly<Record<string, string>>
}

/** No call is refused because there are too many, or because this machine is busy: then it is slow, which is measured. */
const unlimited = {
  RATE_LIMIT_PER_MINUTE: "0",
  RATE_LIMIT_BURST: "1000000",
  REQUEST_TIMEOUT: "120",
  STATEMENT_TIMEOUT: "120",
  LOCK_TIMEOUT: "120",
  SHUTDOWN_DELAY: "0"
}

const PROGRAM = "packages/service/src/main.ts"

const isReady = (origin: string) =>
  Effect.promise(() =>
    fetch(`${origin}/health/ready`).then(
      ({ status }) => status === 200,
      () => false
    )
  )

const untilReady = (origin: string, log: string) =>
  isReady(origin).pipe(
    Effect.filterOrFail((ready) => ready),
    Effect.retry({ schedule: Schedule.spaced("5 millis"), times: 12_000 }),
    Effect.catch(() => Effect.die(new Error(`The service isn't ready: ${readFileSync(log, "utf8")}`)))
  )

/** Makes a side: its database, with a partner and a product. */
export const makeSide = Effect.fnUntraced(function* (options: SideOptions) {
  const { checkout, fund, name, server } = options
  const folder = join(options.folder, name)
  mkdirSync(join(folder, TIMELINE_FILE), { recursive: true })
  const database = yield* newDatabase(server, name)
  const env = {
    MASTER_KEY_FILE: masterKeyIn(folder),
    DATA_DIR: folder,
    LOG_FORMAT: "json",
    ...unlimited,
    ...options.settings
  }
  const instanceFile = join(folder, "instance.yaml")
  writeFileSync(instanceFile, anInstanceFile())
  const seed = join(folder, "seed.json")
  const seeded = join(folder, "seeded.json")
  const product = { name: "Payroll", slug: "payroll", webhook_url: options.webhookUrl }
  const partner = { name: "Bench", slug: "bench" }
  writeFileSync(seed, JSON.stringify({ partner, products: [product], fictional_funds: true, funds: [fund] }))
  yield* Effect.sync(() =>
    execFileSync(process.execPath, [PROGRAM, "seed", "--dev", "--file", seed, "--result", seeded], {
      cwd: checkout,
      env: {
        PATH: process.env["PATH"],
        HOME: process.env["HOME"],
        DATABASE_URL: Redacted.value(database.url),
        ...env
      },
      stdio: ["ignore", "ignore", "inherit"]
    })
  )
  const { products } = JSON.parse(readFileSync(seeded, "utf8"))
  return {
    name,
    checkout,
    server,
    database,
    key: products[0].key as string,
    env,
    instanceFile,
    log: join(folder, "log")
  }
})

export type Side = Effect.Success<ReturnType<typeof makeSide>>

export interface ServeOptions {
  /** The port of a proxy in front of PostgreSQL. */
  readonly postgresPort?: number
  /** As production runs it: without `--dev`. Then no webhook reaches the receiver, which is on this machine. */
  readonly isProduction?: boolean
  /** The folder in which the service writes a profile of its CPU when it ends. */
  readonly cpuProfile?: string
  /** Where Node keeps compiled code, in place of the service's own folder. */
  readonly compileCache?: string
}

/** Starts a side's `serve`. It ends with the scope. */
export const serve = Effect.fnUntraced(function* (
  side: Side,
  { compileCache, cpuProfile, isProduction = false, postgresPort }: ServeOptions = {}
) {
  const { checkout, env, log, name, server } = side
  const [port = 0] = yield* Effect.promise(() => freePorts(1))
  const began = performance.now()
  const service = yield* startNode(
    [
      "--max-semi-space-size=16",
      ...(cpuProfile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${cpuProfile}`]),
      PROGRAM,
      "serve",
      ...(isProduction ? [] : ["--dev"]),
      "--port",
      String(port)
    ],
    {
      cwd: checkout,
      env: {
        ...env,
        ...(compileCache === undefined ? {} : { NODE_COMPILE_CACHE: compileCache }),
        ...(isProduction
          ? { BASE_URL: "https://api.example.com", HOST: "127.0.0.1", INSTANCE_FILE: side.instanceFile }
          : {}),
        DATABASE_URL: Redacted.value(server.url(name, postgresPort))
      },
      log
    }
  )
  const origin = `http://127.0.0.1:${port}`
  yield* untilReady(origin, log)
  const readyAfter = performance.now() - began
  const signal = (name: NodeJS.Signals) => Effect.sync(() => void process.kill(service.pid, name))
  return {
    side,
    origin,
    pid: service.pid,
    /** Milliseconds from its start until it said that it is ready; and those of CPU. */
    readyAfter,
    readyAfterCpu: cpuOf(service.pid),
    rest: signal("SIGSTOP"),
    wake: signal("SIGCONT")
  }
})

/** A side whose service runs. */
export type Serving = Effect.Success<ReturnType<typeof serve>>
