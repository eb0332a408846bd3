import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import {
  atLeast,
  atMost,
  exactly,
  judged,
  noted,
  percentile,
  sum,
  violationsOf,
  type Row,
  type Size,
  type RowContext
} from "../Row.ts"
import { type Kill, killAgainAndAgain } from "./kill/victims.ts"
import { dice } from "../programs/faults.ts"
import type { Receiver } from "../receiver/Receiver.ts"
import { startChild } from "../world/Child.ts"
import { startWorker } from "../world/programsOf.ts"
import { makeScene, resumeWhenPaused } from "../world/scene.ts"
import { until } from "../world/World.ts"
import { leasesLostIn, repeatsIn } from "./kill/repeats.ts"
import type { Behaviour } from "../receiver/Behaviour.ts"

/** The process that reaches a point, and is killed there. */
type Victim = "worker" | "producer" | "rotator"

/** A moment at which a process dies. */
export interface Point {
  readonly name: string
  readonly victim: Victim
  /** It dies when it reaches the point for the nth time, n from 1 to this. */
  readonly within: number
  /** The receiver's behaviour that makes a process reach the point. */
  readonly receiver: Behaviour
  /** Its workers release a lease as soon as nothing is due. */
  readonly keepsNoLease?: true
  /** Among those of the short form. */
  readonly sample?: true
}

const now: Behaviour = { kind: "answers", status: 204, within: 20, except: { share: 0.03, status: 500 } }
const sometimesGone: Behaviour = {
  kind: "answers",
  status: 204,
  within: 20,
  except: { share: 0.005, status: 410 }
}

/** The points of reliability's row 1; `before_release` replaces the generation swap, which the lists have. */
const points: ReadonlyArray<Point> = [
  { name: "before_commit", victim: "producer", within: 20, receiver: now },
  { name: "after_commit", victim: "producer", within: 5, receiver: now, sample: true },
  { name: "after_claim", victim: "worker", within: 8, receiver: now },
  { name: "connected", victim: "worker", within: 40, receiver: now },
  { name: "sent", victim: "worker", within: 40, receiver: now },
  { name: "answered", victim: "worker", within: 40, receiver: now, sample: true },
  { name: "before_ledger_write", victim: "worker", within: 12, receiver: now },
  { name: "after_ledger_write", victim: "worker", within: 12, receiver: now },
  { name: "retry_scheduled", victim: "worker", within: 3, receiver: now },
  { name: "pause_transition", victim: "worker", within: 1, receiver: sometimesGone },
  { name: "secret_rotation", victim: "rotator", within: 5, receiver: now, sample: true },
  { name: "before_release", victim: "worker", within: 5, receiver: now, keepsNoLease: true }
]

/** How many events the domain has recorded. */
const recorded = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ events: number }>`SELECT count(*)::int AS events FROM events`
  return row?.events ?? 0
})

/**
 * Kills a process of a scene at one point, repeatedly, while the domain runs; then judges the result. The kills are
 * spread over so many events at least.
 */
const killAt = Effect.fnUntraced(function* (
  context: RowContext,
  receiver: Receiver,
  point: Point,
  { events, kills }: { readonly events: number; readonly kills: number }
) {
  const { say, seed, world } = context
  const { cell, endpoint, finish, producer } = yield* makeScene(context, receiver, `kill_${point.name}`)
  yield* receiver.behave(endpoint.path, point.receiver)
  const rotator = startChild("rotator.ts", {
    args: [endpoint.productId],
    env: { DATABASE_URL: Redacted.value(world.server.url(cell.name)) }
  })
  const victims = {
    worker: startWorker(cell, world, point.keepsNoLease === true ? { keepsNoLease: true } : {}),
    producer,
    rotator
  }

  const { done, missed, printed } = yield* Effect.scoped(
    Effect.gen(function* () {
      const others = yield* Effect.all(
        (["worker", "producer"] as const).filter((kind) => kind !== point.victim).map((kind) => victims[kind])
      )
      yield* Effect.forEach(others, ({ ready }) => ready)
      yield* Effect.forkScoped(
        Effect.forever(Effect.andThen(cell.run(resumeWhenPaused), Effect.sleep("1 second")))
      )
      const killed = yield* killAgainAndAgain(
        cell,
        point,
        kills,
        dice(seed + point.name.length),
        victims[point.victim],
        point.victim === "worker" ? 2 : 1,
        Effect.fnUntraced(function* (nth) {
          const share = (events / kills) * nth
          yield* until(
            `${share} events are recorded`,
            Effect.map(cell.run(recorded), (of) => of >= share),
            240
          )
          if (nth % 5 === 0) yield* say(`${point.name}: ${nth} of ${kills} kills`)
        })
      )
      return { ...killed, printed: [...killed.printed, ...others.map((child) => child.printed)] }
    })
  )
  const { judgement, logs } = yield* finish(printed)
  const leasesLost = leasesLostIn(printed.map((text) => text()))
  const repeats = repeatsIn(logs, judgement, done, leasesLost)
  return { point: point.name, judgement, kills: done, missed, leasesLost, ...repeats }
})

/** Events that the usual row is about, at all points together. However fast the kills come, it goes on until then. */
const EVENTS = 100_000

const killsOf: Readonly<Record<Size, number>> = { short: 1, usual: 20, long: 200 }

/** When something happened, by the kill before it. */
const sinceKill = (kills: ReadonlyArray<Kill>, at: number): string => {
  const last = kills.findLast((kill) => kill.at <= at)
  return last === undefined ? "before the first kill" : `${((at - last.at) / 1000).toFixed(1)} s after a kill`
}

/** Row 1: nothing is lost, reordered or sent side by side, wherever a process dies. */
export const killEverywhere: Row = {
  number: 1,
  title: "kill -9 everywhere",
  run: Effect.fnUntraced(function* (context) {
    const kills = killsOf[context.size]
    const receiver = yield* context.world.receiver("kill", context.seed)
    const chosen = context.size === "short" ? points.filter(({ sample }) => sample === true) : points
    // A few more: of what a killed producer committed, it didn't note everything.
    const events = context.size === "short" ? 0 : Math.ceil((EVENTS * 1.02) / chosen.length)
    const runs = yield* Effect.forEach(
      chosen,
      (point) => Effect.scoped(killAt(context, receiver, point, { kills, events })),
      { concurrency: context.atOnce }
    )
    const judgements = runs.map(({ judgement }) => judgement)
    const done = runs.flatMap((run) => run.kills)
    const atWorkers = runs.filter(
      ({ point }) => points.find(({ name }) => name === point)?.victim === "worker"
    )
    const resumed = atWorkers.flatMap((run) => run.kills.map(({ resumedAfter }) => resumedAfter / 1000))
    const steady = runs.flatMap((run) =>
      run.repeats.filter(({ isSteady }) => isSteady).map(({ repeats }) => repeats)
    )
    const [what, p99] = ["resumed after, p99", percentile(resumed, 0.99)] as const
    const [stood, lost] = [
      "leases that a worker lost and lived",
      sum(runs.map((run) => run.leasesLost.length))
    ] as const
    const [tooLate, late] = ["repeats after an answer too late", sum(runs.map((run) => run.late))] as const
    const committed = sum(judgements.map((judgement) => judgement.committed))
    return {
      runs: `${chosen.length} points, ${done.length} kills, ${committed} events`,
      figures: [
        exactly("kills", done.length, chosen.length * kills),
        ...(context.size === "short" ? [] : [atLeast("events", committed, EVENTS)]),
        ...judged(judgements),
        // The short form runs beside other tests on a busy machine, which may stand still for as long as a lease.
        context.size === "short" ? noted(stood, lost) : exactly(stood, lost, 0),
        exactly(
          "repeats without a kill, a lost lease or an answer too late",
          sum(runs.map(({ unexplained }) => unexplained.length)),
          0
        ),
        context.size === "short" ? noted(tooLate, late) : exactly(tooLate, late, 0),
        atMost("repeats after a kill under steady load, most", Math.max(0, ...steady), 30),
        // For the same reason it has no limit in seconds.
        context.size === "short" ? noted(what, p99, "s") : atMost(what, p99, 15, "s")
      ],
      notes: [
        ...runs.filter(({ missed }) => missed > 0).map(({ point }) => `nobody came to ${point}`),
        ...runs.flatMap(({ point, unexplained }) => unexplained.map((repeat) => `${point}: ${repeat}`)),
        ...(context.size === "short" ? [] : runs).flatMap(({ kills: all, leasesLost, point }) =>
          leasesLost.map((at) => `${point}: a worker that lived lost a lease, ${sinceKill(all, at)}`)
        ),
        ...violationsOf(judgements)
      ]
    }
  })
}
