import * as Effect from "effect/Effect"
import { isAccepted, type Arrival } from "../judge/Logs.ts"
import { type Fault, faults, type Proxy, startProxy } from "../proxy/Proxy.ts"
import { dice } from "../programs/faults.ts"
import type { Receiver } from "../receiver/Receiver.ts"
import {
  type Row,
  type RowContext,
  type Size,
  atLeast,
  atMost,
  exactly,
  judged,
  sum,
  violationsOf
} from "../Row.ts"
import type { HistoryLine } from "../world/history.ts"
import { startWorker } from "../world/programsOf.ts"
import { makeScene } from "../world/scene.ts"

/** The two parties between which the fault is. */
type Between = "database" | "receiver"

/** Longer than a lease, so that the other worker takes over. */
const secondsOf: Readonly<Record<Size, number>> = { short: 14, usual: 25, long: 120 }

/** The worker that may record attempts: the one behind the proxy, or any other. */
const whoOf = (proxy: Proxy, { client }: HistoryLine) => (proxy.clients.has(client) ? "behind" : "direct")

/** Attempts that were recorded by a worker that had lost the endpoint's lease by then. */
const staleWrites = (history: ReadonlyArray<HistoryLine>, proxy: Proxy): number => {
  let holder: string | undefined
  let stale = 0
  for (const line of history) {
    if (line.what === "leased") holder = whoOf(proxy, line)
    if (line.what === "attempt" && holder !== undefined && whoOf(proxy, line) !== holder) stale += 1
  }
  return stale
}

/** How often one webhook was accepted again, at most. */
const mostRepeats = (arrivals: ReadonlyArray<Arrival>): number =>
  Math.max(
    0,
    ...[...Map.groupBy(arrivals.filter(isAccepted), ({ webhookId }) => webhookId).values()].map(
      (accepted) => accepted.length - 1
    )
  )

/** Waits until the receiver is about to answer something. */
const untilInFlight = Effect.fnUntraced(function* ({ counts }: Receiver, path: string) {
  const isInFlight = Effect.map(counts, ({ [path]: count }) => (count?.came ?? 0) > (count?.accepted ?? 0))
  while (!(yield* isInFlight)) yield* Effect.sleep("10 millis")
})

/** Longer than an answer of the receiver takes to arrive and to be recorded. */
const RECORDED_AFTER = "300 millis"

/** A write is on its way for a small part of the time: after so many moments, something is wrong, and the row says so. */
const MOST_BREAKS = 50

/**
 * Breaks the line to the database while the worker has something to record. Of a blackhole the proxy can see whether it has:
 * while another write is on its way, no second one is sent, so then the line works again, and is broken at another moment.
 */
const breakWhileWriting = Effect.fnUntraced(function* (
  { fault, keptBack }: Proxy,
  kind: Fault,
  receiver: Receiver,
  path: string
) {
  for (let left = kind === "blackhole" ? MOST_BREAKS : 1; left > 0; left -= 1) {
    yield* fault(undefined)
    yield* untilInFlight(receiver, path)
    yield* fault(kind)
    if (left === 1) return
    yield* Effect.sleep(RECORDED_AFTER)
    if ((yield* keptBack(path)) > 0) return
  }
})

/** Two workers, a connection that breaks for a while, and the result. */
const underFault = Effect.fnUntraced(function* (
  context: RowContext,
  receiver: Receiver,
  { between, fault, nth }: { readonly between: Between; readonly fault: Fault; readonly nth: number }
) {
  const { say, seed, size, world } = context
  const name = `${between}_${fault.replace("-", "_")}_${nth}`
  const scene = yield* makeScene(context, receiver, name)
  const proxy = yield* startProxy(between === "database" ? world.server.port : receiver.port, dice(seed))
  const { cell, endpoint, finish } = scene
  const isLossy = between === "receiver" && fault === "loss"
  yield* receiver.behave(endpoint.path, {
    kind: "answers",
    status: 204,
    // Slow enough that there is always something in flight when the line breaks.
    within: between === "database" ? 100 : 20,
    ...(isLossy ? { secret: endpoint.secret } : {})
  })
  if (between === "receiver") yield* scene.moveTo(`http://127.0.0.1:${proxy.port}${endpoint.path}`)
  const { printed, tried } = yield* Effect.scoped(
    Effect.gen(function* () {
      // It runs alone at first, so that it is sending when its connection breaks.
      const cutOff = yield* startWorker(
        cell,
        world,
        between === "database" ? { databasePort: proxy.port } : {}
      )
      yield* cutOff.ready
      const domain = yield* scene.producer
      yield* domain.ready
      yield* Effect.sleep("3 seconds")
      // The worker whose answer arrives when it can no longer record it.
      if (between === "database") yield* breakWhileWriting(proxy, fault, receiver, endpoint.path)
      else yield* proxy.fault(fault)
      const other = yield* startWorker(cell, world)
      yield* Effect.sleep(secondsOf[size] * 1000)
      // The address appears in the worker's record of an attempt, and in nothing else that it sends to the database.
      const tried = between === "database" ? yield* proxy.keptBack(endpoint.path) : 0
      yield* proxy.fault(undefined)
      yield* Effect.sleep("10 seconds")
      return { tried, printed: [cutOff.printed, other.printed] }
    })
  )
  const { history, judgement, logs } = yield* finish(printed, { lossyPaths: isLossy ? [endpoint.path] : [] })
  yield* say(
    `${fault} before the ${between}: ${judgement.arrived} requests, ${judgement.duplicates.length} repeats`
  )
  return {
    judgement,
    tried,
    stale: between === "database" ? staleWrites(history, proxy) : 0,
    // If answers get lost, each of many attempts may have been accepted.
    repeats: isLossy ? 0 : mostRepeats(logs.arrivals)
  }
})

const places: ReadonlyArray<Between> = ["database", "receiver"]

/** Row 4: under every fault of its connections, a worker that was cut off can't record anything. */
export const partition: Row = {
  number: 4,
  title: "network partition",
  run: Effect.fnUntraced(function* (context) {
    const receiver = yield* context.world.receiver("partition", context.seed)
    const cases = places.flatMap((between) =>
      // The worst of them three times.
      faults.flatMap((fault) =>
        (between === "database" && fault === "blackhole" ? [1, 2, 3] : [1]).map((nth) => ({
          between,
          fault,
          nth
        }))
      )
    )
    const runs = yield* Effect.forEach(cases, (one) => Effect.scoped(underFault(context, receiver, one)), {
      concurrency: context.atOnce
    })
    const judgements = runs.map(({ judgement }) => judgement)
    return {
      runs: `${faults.length} faults before the database and before the receiver, ${sum(judgements.map(({ arrived }) => arrived))} requests`,
      figures: [
        atLeast("late writes of a worker that lost its lease", sum(runs.map(({ tried }) => tried)), 3),
        exactly("of them taken", sum(runs.map(({ stale }) => stale)), 0),
        atMost("repeats of one call, most", Math.max(...runs.map(({ repeats }) => repeats)), 1),
        ...judged(judgements)
      ],
      notes: runs.flatMap(({ judgement }, nth) =>
        violationsOf([judgement]).map(
          (violation) => `${cases[nth]?.fault} before the ${cases[nth]?.between}: ${violation}`
        )
      )
    }
  })
}
