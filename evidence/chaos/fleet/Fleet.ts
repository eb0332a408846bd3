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

/** Starts all as this project's; they end with the scope. */
export const startFleet = Effect.fnUntraced(function* (
  cell: Cell,
  keys: Keys,
  settings: Readonly<Record<string, string>>,
  first: string
) {
  const ports = yield* Effect.promise(() => freePorts(2))
  const children: Array<Child> = []
  const ready = (child: Child) => {
    children.push(child)
    return child.ready
  }
  const serve = (port: number, project: string) =>
    Effect.tap(startService(cell, keys, port, false, { SHUTDOWN_DELAY, ...settings }, project), ready)
  const serves = yield* Effect.forEach(ports, (port) => serve(port, first))
  const projects = [first, first]
  let ofWorkers = first
  const worker = Effect.suspend(() =>
    Effect.tap(startWorker(cell, keys, { settings, project: ofWorkers }), ready)
  )
  const workers = yield* Effect.replicateEffect(worker, 2)
  /** Kills the oldest one, and starts another. */
  const replaceWorker = Effect.gen(function* () {
    const oldest = workers.shift()
    if (oldest !== undefined) yield* oldest.signal("SIGKILL")
    workers.push(yield* worker)
  })
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(WORKER_SECONDS * 1000), replaceWorker)))
  const proxy = yield* startReadinessProxy(ports)
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
    serves[nth] = yield* serve(port, project)
    yield* isUsed(port)
    projects[nth] = project
    ofWorkers = project
  })
  const fleet: Fleet = {
    url: `http://127.0.0.1:${proxy.port}`,
    become,
    restart: Effect.gen(function* () {
      for (const [nth, project] of projects.entries()) yield* become(nth, project)
      for (const _ of [...workers]) yield* replaceWorker
    }),
    printed: () => children.map(({ printed }) => printed())
  }
  return fleet
})
