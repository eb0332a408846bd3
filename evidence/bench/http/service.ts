/** The service of the measurement, as production runs it, on a database of its own. */
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import type * as SqlClient from "effect/sql/SqlClient"
import { execFileSync } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { freePorts } from "@embedded-super/program/freePorts"
import { serviceProgram } from "@embedded-super/contract-tests/programs/service"
import { anInstanceFile } from "@embedded-super/service/testing/stand-ins"
import { makeWorld } from "../../chaos/world/World.ts"
import { startNode } from "./processes.ts"

const NAME = "http"

/** No call is refused because there are too many, or because this machine is busy: then it is slow, which is measured. */
const limits = {
  RATE_LIMIT_PER_MINUTE: "1000000",
  RATE_LIMIT_BURST: "1000000",
  REQUEST_TIMEOUT: "120",
  STATEMENT_TIMEOUT: "120",
  LOCK_TIMEOUT: "120",
  SHUTDOWN_DELAY: "0"
}

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

/** Makes the database, with a partner and a product. */
export const makeService = Effect.gen(function* () {
  const world = yield* makeWorld()
  const { server } = world
  yield* server.newDatabase(NAME)
  const folder = join(world.folder, NAME)
  mkdirSync(folder)
  const env = { MASTER_KEY_FILE: world.masterKeyFile, DATA_DIR: folder, LOG_FORMAT: "json", ...limits }
  const instanceFile = join(folder, "instance.yaml")
  writeFileSync(instanceFile, anInstanceFile())
  const seed = join(folder, "seed.json")
  const seeded = join(folder, "seeded.json")
  // No event is sent: a new employer has none.
  const product = { name: "Payroll", slug: "payroll", webhook_url: "http://127.0.0.1:9/hooks" }
  writeFileSync(
    seed,
    JSON.stringify({ partner: { name: "Bench", slug: "bench" }, products: [product], funds: [] })
  )
  execFileSync(process.execPath, [serviceProgram, "seed", "--dev", "--file", seed, "--result", seeded], {
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      DATABASE_URL: Redacted.value(server.url(NAME)),
      ...env
    },
    stdio: ["ignore", "ignore", "inherit"]
  })
  const { products } = JSON.parse(readFileSync(seeded, "utf8"))

  return {
    key: products[0].key as string,
    postgresPort: server.port,
    databaseUrl: Redacted.value(server.url(NAME)),
    /** Asks the database, over a connection of its own. */
    ask: <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
      effect.pipe(
        Effect.provide(PgClient.layer({ url: server.url(NAME), maxConnections: 1 })),
        Effect.scoped,
        Effect.orDie
      ),
    /** Starts `serve`, on PostgreSQL or on a proxy in front of it. It ends with the scope. */
    serve: Effect.fnUntraced(function* (postgresPort?: number) {
      const [port = 0] = yield* Effect.promise(() => freePorts(1))
      const log = join(folder, "log")
      const { pid } = yield* startNode(
        ["--max-semi-space-size=16", serviceProgram, "serve", "--port", String(port)],
        {
          env: {
            ...env,
            BASE_URL: "https://api.example.com",
            HOST: "127.0.0.1",
            INSTANCE_FILE: instanceFile,
            DATABASE_URL: Redacted.value(server.url(NAME, postgresPort))
          },
          log
        }
      )
      const origin = `http://127.0.0.1:${port}`
      yield* untilReady(origin, log)
      return { origin, port, pid }
    })
  }
})

export type Service = Effect.Success<typeof makeService>
