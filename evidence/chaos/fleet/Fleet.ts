/**
 * The processes of a production on a cell's database: two `serve` behind a load balancer, two `worker`, of which one is killed
 * every twenty seconds. Each may be of another version of the program: so a rolling upgrade can be done, and taken back.
 */
import { freePorts } from "@embedded-super/program/freePorts"
import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import { startReadinessProxy } from "../proxy/readinessProxy.ts"
import type { Cell } from "../world/Cell.ts"
import type { Child } from "../world/Child.ts"
import { type Keys, startService, startWorker } from "../world/programsOf.ts"
import { until } from "../world/World.ts"

const WORKER_SECONDS = 20

interface FleetOptions {
  /** The project's folder whose programs start. */
  readonly project: string
  readonly settings?: Readonly<Record<string, string>>
  /** Settings of one process besides: of the `serve` or `worker` 0 or 1. */
  readonly settingsOf?: (role: "serve" | "worker", nth: number) => Readonly<Record<string, string>>
  /** False leaves the workers alone. */
  readonly killsWorkers?: boolean
}

/** Longer than the load balancer takes to notice. */
const SHUTDOWN_DELAY = "1"

export interface Fleet {
  /** The address of the load balancer. */
  readonly url: string
  /** Restarts a `serve` (0 or 1) as this project's, as an operator does. Workers that start from now on are this project's, too. */
  readonly become: (nth: number, project: string) => Effect.Effect<void, never, Scope>
  /** Restarts each process once, one after the other, so that it reads its settings and keys again. */
  readonly restart: Effect.Effect<void, never, Scope>
  /** What each process printed. */
  readonly printed: () => ReadonlyArray<string>
}

/** Starts all; they end with the scope. */
export const startFleet = Effect.fnUntraced(function* (
  cell: Cell,
  keys: Keys,
  { killsWorkers = true, project: first, settings = {}, settingsOf = () => ({}) }: FleetOptions
) {
  const ports = yield* Effect.promise(() => freePorts(2))
  const proxy = yield* startReadinessProxy(ports)
  const url = `http://127.0.0.1:${proxy.port}`
  const children: Array<Child> = []
  const ready = (child: Child) => {
    children.push(child)
    return child.ready
  }
  const serve = (nth: number, port: number, project: string) => {
    // Views hold addresses: with an address each, a person who meets both would see another view each time.
    const all = { BASE_URL: url, SHUTDOWN_DELAY, ...settings, ...settingsOf("serve", nth) }
    return Effect.tap(startService(cell, keys, port, false, all, project), ready)
  }
  const serves = yield* Effect.forEach(ports, (port, nth) => serve(nth, port, first))
  const projects = [first, first]
  let ofWorkers = first
  const worker = Effect.fnUntraced(function* (nth: number) {
    const all = { ...settings, ...settingsOf("worker", nth) }
    const child = yield* startWorker(cell, keys, { settings: all, project: ofWorkers })
    yield* ready(child)
    return { child, nth }
  })
  const workers = yield* Effect.forEach([0, 1], worker)
  /** Kills the oldest one, and starts another in its place. */
  const replaceWorker = Effect.gen(function* () {
    const oldest = workers.shift()
    if (oldest === undefined) return
    yield* oldest.child.signal("SIGKILL")
    yield* oldest.child.ended
    workers.push(yield* worker(oldest.nth))
  })
  if (killsWorkers) {
    yield* Effect.forkScoped(
      Effect.forever(Effect.andThen(Effect.sleep(WORKER_SECONDS * 1000), replaceWorker))
    )
  }
  const isUsed = (port: number) =>
    until(
      `the serve at port ${port} is ready`,
      Effect.sync(() => proxy.hasReady(port))
    )
  yield* Effect.forEach(ports, isUsed)

  const become: Fleet["become"] = Effect.fnUntraced(function* (nth, project) {
    const [before, port] = [serves[nth], ports[nth]]
    if (before === undefined || port === undefined) return yield* Effect.die(new Error(`no serve ${nth}`))
    yield* before.signal("SIGTERM")
    yield* before.ended
    serves[nth] = yield* serve(nth, port, project)
    yield* isUsed(port)
    projects[nth] = project
    ofWorkers = project
  })
  const fleet: Fleet = {
    url,
    become,
    restart: Effect.gen(function* () {
      for (const [nth, project] of projects.entries()) yield* become(nth, project)
      for (const _ of [...workers]) yield* replaceWorker
    }),
    printed: () => children.map(({ printed }) => printed())
  }
  return fleet
})
