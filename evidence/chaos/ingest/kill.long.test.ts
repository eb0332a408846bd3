import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { existsSync, mkdirSync, readdirSync, renameSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { ListLookup } from "@embedded-super/service/funds"
import {
  aFund,
  type Fund,
  servicesOn,
  abnOf,
  type List,
  listNamed,
  truthOf,
  writeList
} from "../../bench/employer-list/surroundings.ts"
import { startChild } from "../world/Child.ts"
import { until, makeWorld, type World } from "../world/World.ts"

const DATABASE = "killed_lists"
/** So many that they come in several batches. */
const ROWS = 12_000
const [OLD, NEW] = [listNamed("A", ROWS), listNamed("B", ROWS, 1)]

/** Where the import is killed, at which passage of it, and which list is in force then. */
const moments = [
  { point: "list_received", times: 1, inForce: OLD },
  { point: "list_taken", times: 1, inForce: OLD },
  { point: "list_rows_stored", times: 1, inForce: OLD },
  { point: "list_rows_stored", times: 3, inForce: OLD },
  { point: "list_judged", times: 1, inForce: OLD },
  { point: "list_swapped", times: 1, inForce: NEW },
  { point: "list_reported", times: 1, inForce: NEW }
]

const startWorker = ({ folder, masterKeyFile, server }: World) =>
  startChild("service.ts", {
    args: ["sftp", "--dev"],
    env: {
      DATABASE_URL: Redacted.value(server.url(DATABASE)),
      MASTER_KEY_FILE: masterKeyFile,
      DATA_DIR: join(folder, "data"),
      SFTP_PORT: "0",
      SFTP_DIR: join(folder, "sftp")
    },
    says: /Serving SFTP/
  })

/** Puts a list where an upload is once it was renamed. */
const putList = Effect.fnUntraced(function* ({ folder }: World, { slug }: Fund, list: List) {
  const [draft, inbox] = [join(folder, `${slug}.csv`), join(folder, "sftp", slug, "inbox")]
  yield* writeList(draft, list)
  mkdirSync(inbox, { recursive: true })
  renameSync(draft, join(inbox, "list.csv"))
})

/** Whether every employer looked up is as this list has it. */
const isInForce = Effect.fnUntraced(function* (fund: Fund, list: List) {
  const lookup = yield* ListLookup
  for (let index = 0; index < ROWS * 1.2; index += 531) {
    const found = Option.getOrUndefined(yield* lookup.ask(fund, abnOf(index)))
    if (found?.employer_number !== truthOf(list, index)) return false
  }
  return true
})

const isReported = ({ id }: Fund) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [last] = yield* sql<{
      reported: boolean
    }>`SELECT reported_at IS NOT NULL AS reported FROM employer_list_files
      WHERE fund_id = ${id} ORDER BY id DESC LIMIT 1`
    return last?.reported === true
  })

/** Remains of imports: rows of generations that aren't in force, and files that were never finished. */
const leftOver = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // A process that died before it had taken the file left a row, which is forgotten after ten minutes.
  yield* sql`UPDATE employer_list_files SET received_at = received_at - interval '11 minutes' WHERE state = 'waiting'`
  const left = yield* sql`SELECT FROM employer_list_generations
      WHERE generation NOT IN (SELECT generation FROM employer_lists)
    UNION ALL SELECT FROM employer_list_entries WHERE generation NOT IN (SELECT generation FROM employer_lists)
    UNION ALL SELECT FROM employer_list_files WHERE state <> 'accepted'`
  return left.length
})

it("an import that is killed anywhere leaves the old list in force, goes on in the next process, and leaves nothing behind", async () => {
  const outcomes = await Effect.gen(function* () {
    const world = yield* makeWorld(["fsync=off", "synchronous_commit=off"])
    yield* world.server.newDatabase(DATABASE)
    const seen: Array<object> = []
    const run = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      let worker = yield* startWorker(world)
      yield* worker.ready
      for (const [nth, { inForce, point, times }] of moments.entries()) {
        const fund = yield* aFund(`killed-${nth}`, `KIL000${nth}AU`)
        yield* putList(world, fund, OLD)
        yield* until("the old list is in force", isReported(fund))
        yield* sql`UPDATE employer_lists SET accepted_at = accepted_at - interval '8 days' WHERE fund_id = ${fund.id}`
        yield* worker.arm({ point, times })
        yield* putList(world, fund, NEW)
        const signal = yield* worker.ended
        const held = yield* isInForce(fund, inForce)
        // No process renews its hold any more; half a minute later another process may take it.
        yield* sql`UPDATE employer_list_files SET expires_at = platform_now() WHERE state = 'importing'`
        worker = yield* startWorker(world)
        yield* until("the new list is reported", isReported(fund))
        const inbox = readdirSync(join(world.folder, "sftp", fund.slug, "inbox"))
        seen.push({ point, times, signal, held, after: yield* isInForce(fund, NEW), inbox })
      }
      yield* until(
        "nothing is left over",
        Effect.map(leftOver, (rows) => rows === 0)
      )
      const staging = join(world.folder, "sftp", ".staging")
      yield* until(
        "staging is empty",
        Effect.sync(
          () =>
            existsSync(staging) && readdirSync(staging).filter((name) => name.endsWith(".csv")).length === 0
        )
      )
    })
    const scope = yield* Scope.make()
    yield* run.pipe(
      Effect.provideService(Scope.Scope, scope),
      Effect.provide(servicesOn(world.server.url(DATABASE))),
      Effect.ensuring(Scope.close(scope, Exit.void))
    )
    return seen
  }).pipe(
    Effect.scoped,
    Effect.provide(NodeServices.layer),
    Effect.provide(Logger.layer([])),
    Effect.runPromise
  )
  expect(outcomes).toEqual(
    moments.map(({ point, times }) => ({
      point,
      times,
      signal: "SIGKILL",
      held: true,
      after: true,
      inbox: ["list.csv.accepted.json"]
    }))
  )
}, 600_000)
