import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import * as Scope from "effect/Scope"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as SqlClient from "effect/sql/SqlClient"
import { makeRetention } from "@embedded-super/service/webhooks"
import type { Row } from "./Row.ts"
import { databaseOutage } from "./rows/databaseOutage.ts"
import { fullDisk, lacksFullDisk } from "./rows/fullDisk.ts"
import { killEverywhere } from "./rows/killEverywhere.ts"
import { mutationCheck } from "./rows/mutationCheck.ts"
import { sftpSiege } from "./rows/sftpSiege.ts"
import { stopAndStall } from "./rows/stopAndStall.ts"
import { makeWorld, type World } from "./world/World.ts"
import { endpointOf } from "./world/Cell.ts"
import { collect } from "./world/collect.ts"

/** Nothing of a test has to survive a power cut. */
const FAST = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]

/** The part of `pnpm chaos` that fits into a test run. */
describe("what delivery survives, in short", () => {
  const scope = Effect.runSync(Scope.make())
  let world: World
  /** Of the row that kills the database: what it answered for is on the disk. */
  let durable: World
  /** Of the row that stops the database for a while: the others would wait for it. */
  let stopped: World

  const aWorld = (databaseSettings: ReadonlyArray<string>) =>
    makeWorld(databaseSettings).pipe(
      Effect.provideService(Scope.Scope, scope),
      Effect.provide(NodeServices.layer),
      Effect.provide(Logger.layer([])),
      Effect.runPromise
    )

  const worldOf = (row: Row): World => {
    if (row === databaseOutage) return durable
    return row === stopAndStall ? stopped : world
  }

  const failures = async (row: Row) => {
    const context = {
      world: worldOf(row),
      seed: 7,
      size: "short" as const,
      atOnce: 6,
      say: () => Effect.void
    }
    const { figures, notes } = await row
      .run(context)
      .pipe(
        Effect.scoped,
        Effect.provide(NodeServices.layer),
        Effect.provide(Logger.layer([])),
        Effect.runPromise
      )
    const failed = figures.filter(({ pass }) => !pass)
    return [...failed.map(({ figure, limit, what }) => `${what}: ${figure}, not ${limit}`), ...notes]
  }

  beforeAll(async () => {
    ;[world, durable, stopped] = await Promise.all([aWorld(FAST), aWorld([]), aWorld(FAST)])
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  it.concurrent.each<readonly [string, Row]>([
    ["a kill -9 of a producer, a worker and a rotation loses, reorders and repeats nothing", killEverywhere],
    ["a database that dies loses nothing, and no 201 is a lie", databaseOutage],
    ["crowds without a key at the SFTP port keep neither a fund out nor the API from answering", sftpSiege],
    ["rolling restarts lose no request, and a database that stalls commits nothing in part", stopAndStall],
    ["whichever guard of a sample is taken away, a test goes red", mutationCheck]
  ])("%s", async (_, row) => expect((await failures(row)).join("\n")).toBe(""), 900_000)

  // A disk that is full needs one of its own, which only root can mount, and a Prometheus that sees it.
  const full = "a full disk of the database loses nothing, and is seen by an alert within a minute"
  if (lacksFullDisk === undefined)
    it.concurrent(full, async () => expect((await failures(fullDisk)).join("\n")).toBe(""), 900_000)
  else it.skip(`${full} (${lacksFullDisk})`, () => undefined)
})

it("the judge knows a secret that retention has destroyed", () =>
  Effect.gen(function* () {
    const world = yield* makeWorld()
    const cell = yield* world.cell(world.server, yield* world.receiver("secrets", 1), "secrets")
    const expire = Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`UPDATE webhook_secrets SET expires_at = platform_now()`
    )
    yield* cell.run(expire)
    yield* cell.run(Effect.flatten(makeRetention))
    const { logs } = yield* collect(cell, { acknowledged: [] })
    expect(logs.secrets.map(({ secret }) => secret)).toEqual([endpointOf(cell).secret])
  }).pipe(
    Effect.scoped,
    Effect.provide(NodeServices.layer),
    Effect.provide(Logger.layer([])),
    Effect.runPromise
  ))
