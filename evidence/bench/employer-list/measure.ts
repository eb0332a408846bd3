import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { chmodSync, mkdtempSync, rmSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Redacted from "effect/Redacted"
import { startProgram } from "@embedded-super/program/startProgram"
import { inScope } from "@embedded-super/program/testing/inScope"
import { serviceProgram } from "@embedded-super/contract-tests/programs/service"
import { compileCache } from "@embedded-super/program/projectRoot"
import type { Figure } from "../../chaos/Row.ts"
import { makeWorld, type World } from "../../chaos/world/World.ts"
import { aFund, servicesOn, openSshSession, listNamed, writeList } from "./surroundings.ts"
import { imports } from "./imports.ts"
import { lookups, otherFunds } from "./lookups.ts"

const KIB = 1024

/** The most memory that a process ever held, in MiB; undefined where the system doesn't report it. */
const peakOf = (pid: number): number | undefined => {
  try {
    const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? []
    return kibibytes === undefined ? undefined : Number(kibibytes) / KIB
  } catch {
    return undefined
  }
}

/** The service's SFTP server, as `start` runs it, in a process of its own on this database; ends with the scope. */
const startImporter = Effect.fnUntraced(function* (world: World, database: string) {
  const env = {
    NODE_COMPILE_CACHE: compileCache,
    DATABASE_URL: Redacted.value(world.server.url(database)),
    MASTER_KEY_FILE: world.masterKeyFile,
    LOG_FORMAT: "json",
    DATA_DIR: join(world.folder, "data"),
    SFTP_HOST: "127.0.0.1",
    SFTP_DIR: join(world.folder, "sftp")
  }
  const nodeFlags = ["--max-semi-space-size=16"]
  const program = yield* inScope(() =>
    startProgram(serviceProgram, ["sftp", "--dev", "--port", "0"], env, { nodeFlags })
  )
  const port = Number(yield* program.line((line) => /Serving SFTP on port (\d+)/.exec(line)?.[1]))
  return { port, peak: () => peakOf(program.pid), log: program.printed }
})

export type Importer = Effect.Success<ReturnType<typeof startImporter>>

/** How much is measured. */
export interface Measurement {
  readonly rounds: number
  readonly rows: number
  /** Other funds' rows beside those that are looked up; none: lookups aren't measured. */
  readonly others: number
  readonly lookups: number
  readonly databaseSettings?: ReadonlyArray<string>
  readonly say: (text: string) => Effect.Effect<void>
}

const DATABASE = "employer_lists"

/** The server, which is another user, writes and reads the rows of the bare COPY in it. */
const sharedFolder = Effect.acquireRelease(
  Effect.sync(() => {
    const made = mkdtempSync(join(tmpdir(), "bench-list-"))
    chmodSync(made, 0o777)
    return made
  }),
  (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true }))
)

/** A thousand rows, by the same way. */
const small = Effect.fnUntraced(function* (port: number, folder: string) {
  const sql = yield* SqlClient.SqlClient
  const fund = yield* aFund("small", "BEN0001AU")
  const list = listNamed("S", 1000)
  const file = join(folder, "small.csv")
  yield* writeList(file, list)
  const session = yield* openSshSession(port, fund)
  yield* session.ask(`put ${file} /inbox/small.csv.part`)
  yield* session.ask("rename /inbox/small.csv.part /inbox/small.csv")
  while ((yield* sql`SELECT FROM employer_lists WHERE fund_id = ${fund.id}`).length === 0)
    yield* Effect.sleep("20 millis")
  return { fund, list }
})

/** Employer lists as funds supply them: the service in a process of its own, the lists by OpenSSH's sftp. */
export const measure = (plan: Measurement) =>
  Effect.gen(function* () {
    const { say } = plan
    const world = yield* makeWorld(plan.databaseSettings)
    yield* world.server.newDatabase(DATABASE)
    const folder = yield* sharedFolder
    const run = Effect.gen(function* () {
      const importer = yield* startImporter(world, DATABASE)
      const large = yield* aFund("large", "BEN0002AU")
      const session = yield* openSshSession(importer.port, large)
      const figures: Array<Figure> = []
      figures.push(...(yield* imports({ ...plan, fund: large, importer, session, folder })))
      if (plan.others === 0) return figures
      const thousand = yield* small(importer.port, folder)
      figures.push(...(yield* lookups(thousand.fund, thousand.list, plan.lookups, "a thousand rows")))
      yield* otherFunds(plan.others, say)
      const list = listNamed(plan.rounds % 2 === 1 ? "A" : "B", plan.rows, plan.rounds % 2 === 1 ? 0 : 1)
      const of = `${plan.rows + plan.others + 1000} rows of eleven funds`
      return [...figures, ...(yield* lookups(large, list, plan.lookups, of))]
    })
    return yield* Effect.provide(run, servicesOn(world.server.url(DATABASE)))
  })
