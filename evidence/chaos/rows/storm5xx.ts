import * as Effect from "effect/Effect"
import { atMost, exactly, judged, percentile, sum, violationsOf, type Row, type Size } from "../Row.ts"
import { judge } from "../judge/judge.ts"
import type { Arrival } from "../judge/Logs.ts"
import type { Cell, CellEndpoint } from "../world/Cell.ts"
import { collect } from "../world/collect.ts"
import { emitFresh, type Recorded } from "../world/emit.ts"
import { untilIdle, workInProcess, makeShift } from "../world/inProcess.ts"

const MINUTES = 30
const sizes: Readonly<Record<Size, { readonly healthy: number; readonly failing: number }>> = {
  short: { healthy: 8, failing: 2 },
  usual: { healthy: 40, failing: 10 },
  long: { healthy: 40, failing: 10 }
}

/** Events for each endpoint in each minute: enough for the first ones to open the breaker. */
const EVENTS = 6

const wall = () => performance.timeOrigin + performance.now()

/** Commits some events of each endpoint, and notes when each was committed. */
const commitSome = (cell: Cell, endpoints: ReadonlyArray<CellEndpoint>, committedAt: Map<string, number>) =>
  Effect.forEach(
    endpoints,
    (endpoint) =>
      Effect.tap(cell.run(emitFresh(endpoint, EVENTS, "onboarding_session_changed")), (recorded) =>
        Effect.sync(() => {
          for (const { webhookId } of recorded) committedAt.set(webhookId, wall())
        })
      ),
    { concurrency: 8 }
  ).pipe(Effect.map((all) => all.flat()))

const latencies = (arrivals: ReadonlyArray<Arrival>, of: ReadonlyMap<string, number>) =>
  arrivals.flatMap(({ wall, webhookId }) => {
    const at = of.get(webhookId)
    return at === undefined ? [] : [Math.max(0, wall - at)]
  })

/** The waits of an open breaker: thirty seconds, doubling to fifteen minutes. */
const waitOf = (nth: number) => Math.min(30_000 * 2 ** nth, 900_000)

/** Requests beyond one for each window of the breaker, once it has opened. */
const beyondProbes = (arrivals: ReadonlyArray<Arrival>): number => {
  const times = arrivals.map(({ at }) => at).toSorted((a, b) => a - b)
  let last = times[0] ?? 0
  let probes = 0
  let beyond = 0
  for (const at of times) {
    // The first failures come together, and open it.
    if (probes === 0 && at - last < 5_000) last = Math.max(last, at)
    else if (at - last >= waitOf(probes) * 0.98) {
      probes += 1
      last = at
    } else beyond += 1
  }
  return beyond
}

/** Row 6: some endpoints fail for half an hour, and the others aren't affected. */
export const storm5xx: Row = {
  number: 6,
  title: "5xx storm",
  run: Effect.fnUntraced(function* ({ say, seed, size, world }) {
    const { failing, healthy } = sizes[size]
    const receiver = yield* world.receiver("storm5xx", seed)
    const cell = yield* world.cell(world.server, receiver, "storm5xx", healthy + failing)
    const [well, sick] = [cell.endpoints.slice(0, healthy), cell.endpoints.slice(healthy)]
    const shift = makeShift(cell)
    const [alone, beside] = [new Map<string, number>(), new Map<string, number>()]
    const acknowledged: Array<Recorded> = []
    yield* workInProcess(cell)
    const minute = (endpoints: ReadonlyArray<CellEndpoint>, committedAt: Map<string, number>) =>
      Effect.gen(function* () {
        acknowledged.push(...(yield* commitSome(cell, endpoints, committedAt)))
        yield* untilIdle(cell)
        yield* shift.pass("1 minute")
        yield* untilIdle(cell)
      })
    // The first minute warms up and counts for nothing.
    yield* minute(well, new Map())
    for (let nth = 0; nth < MINUTES / 3; nth += 1) yield* minute(well, alone)
    yield* Effect.forEach(sick, ({ path }) => receiver.behave(path, { kind: "answers", status: 500 }))
    for (let nth = 0; nth < MINUTES; nth += 1) {
      const sickOnes = new Map<string, number>()
      acknowledged.push(...(yield* commitSome(cell, sick, sickOnes)))
      yield* minute(well, beside)
      if (nth % 10 === 0) yield* say(`minute ${nth} of ${MINUTES}`)
    }
    yield* Effect.forEach(sick, ({ path }) => receiver.behave(path, { kind: "answers", status: 204 }))
    for (let hours = 0; hours < 4; hours += 1) {
      yield* shift.pass("20 minutes")
      yield* untilIdle(cell)
    }
    yield* shift.pass("30 hours")
    yield* untilIdle(cell)
    const { logs } = yield* collect(cell, { acknowledged, ahead: shift.ahead })
    const judgement = judge(logs)

    const p99 = (of: ReadonlyMap<string, number>) => percentile(latencies(logs.arrivals, of), 0.99)
    const refused = logs.arrivals.filter(({ status }) => status === 500)
    const beyond = sick.map(({ id }) => beyondProbes(refused.filter(({ endpoint }) => endpoint === id)))
    const [quiet, noisy] = [p99(alone), p99(beside)]
    return {
      runs: `${healthy + failing} endpoints, ${failing} failing for ${MINUTES} minutes, ${acknowledged.length} events`,
      figures: [
        atMost(
          `p99 of the healthy ones (alone: ${quiet.toFixed(0)} ms)`,
          noisy,
          Math.max(2 * quiet, 20),
          "ms"
        ),
        exactly("requests beyond one for each window of the breaker", sum(beyond), 0),
        exactly("attempts written down without a request", logs.attempts.length - logs.arrivals.length, 0),
        ...judged([judgement])
      ],
      notes: violationsOf([judgement])
    }
  })
}
