import * as Effect from "effect/Effect"
import { atLeast, exactly, sum, noted, type Row, type Size } from "../Row.ts"
import { makeRealDomain } from "../world/realDomain.ts"
import { type Ended, HUNG, rollingRestart, type RollingSize } from "./rolling/rollingRestart.ts"
import { frozenDatabase, type FrozenSize } from "./rolling/frozenDatabase.ts"

const sizes: Readonly<Record<Size, { readonly rolling: RollingSize; readonly frozen: FrozenSize }>> = {
  short: {
    rolling: { requests: 300, restarts: 2, clients: 8, shutdownDelay: 1 },
    frozen: { seconds: 4, clients: 8, deadline: 1 }
  },
  usual: {
    rolling: { requests: 20_000, restarts: 6, clients: 64, shutdownDelay: 5 },
    frozen: { seconds: 60, clients: 64, deadline: 20 }
  },
  long: {
    rolling: { requests: 200_000, restarts: 60, clients: 64, shutdownDelay: 5 },
    frozen: { seconds: 600, clients: 64, deadline: 20 }
  }
}

/** How far beyond the deadline an answer may be, in seconds: the clients share the machine with the service. */
const SLACK = 3

const count = (ends: ReadonlyArray<Ended>, is: (end: Ended) => boolean) => ends.filter(is).length
const hasFailed = ({ error, status }: Ended) => error !== HUNG && status !== 200 && status !== 201

/** Row 21: restarts one after the other lose no request, and a frozen database only delays requests. */
export const stopAndStall: Row = {
  number: 21,
  title: "rolling restart and frozen database",
  run: Effect.fnUntraced(function* (context) {
    const { seed, size, world } = context
    const receiver = yield* world.receiver("stall", seed)
    const cell = yield* world.cell(world.server, receiver, "stall")
    const domain = yield* makeRealDomain(cell, world, "/stall/real")
    const { frozen: frozenSize, rolling: rollingSize } = sizes[size]
    const rolling = yield* Effect.scoped(rollingRestart(cell, context, domain.productKey, rollingSize))
    const stalled = yield* Effect.scoped(frozenDatabase(cell, context, domain.productKey, frozenSize))

    const slowest = Math.max(0, ...stalled.ends.map(({ millis }) => millis)) / 1000
    const late = count(stalled.ends, ({ millis }) => millis > (frozenSize.deadline + SLACK) * 1000)
    const failures = [...rolling.ends, ...stalled.ends].filter(
      (end) => end.error !== "" || (hasFailed(end) && end.status !== 503)
    )
    return {
      runs: `${rolling.restarts} restarts under ${rollingSize.clients} clients that keep their connections, ${frozenSize.seconds} s frozen under ${frozenSize.clients}`,
      figures: [
        atLeast("rolling: requests", rolling.ends.length, rollingSize.requests),
        exactly("rolling: failed", count(rolling.ends, hasFailed), 0),
        exactly(
          "rolling: hung",
          count(rolling.ends, ({ error }) => error === HUNG),
          0
        ),
        atLeast(
          "frozen: requests answered 503",
          count(stalled.ends, ({ status }) => status === 503),
          1
        ),
        exactly(
          "frozen: without an answer",
          count(stalled.ends, ({ status }) => status === 0),
          0
        ),
        noted("frozen: slowest answer", slowest, "s"),
        // In the short form, which is a test, it would only measure the machine.
        ...(size === "short"
          ? []
          : [exactly(`frozen: answered later than ${frozenSize.deadline + SLACK} s`, late, 0)]),
        exactly(
          "frozen: answered neither 2xx nor 503",
          count(stalled.ends, (end) => hasFailed(end) && end.status !== 503),
          0
        ),
        exactly("frozen: answered 201 and not there", stalled.lies, 0),
        exactly("frozen: employers without a kept answer, or the other way round", stalled.halfDone, 0),
        exactly("frozen: repeats that named another employer", stalled.unlike, 0),
        exactly(
          "frozen: employers missing or twice after the repeats",
          sum([stalled.missing, stalled.twice]),
          0
        ),
        exactly("the service still runs", stalled.hasLived ? 1 : 0, 1)
      ],
      notes: failures
        .slice(0, 5)
        .map(
          ({ error, millis, remoteId, status }) =>
            `${status} ${error} after ${Math.round(millis)} ms ${remoteId ?? "list"}`
        )
    }
  })
}
