import * as Effect from "effect/Effect"
import { emitFresh, type Recorded } from "../../world/emit.ts"
import type { Cell, CellEndpoint } from "../../world/Cell.ts"
import { until } from "../../world/World.ts"

/**
 * Commits a backlog at once, lets something happen, and measures how fast the backlog then arrives: from the first
 * arrival after that to the last.
 */
export const drainRate = Effect.fnUntraced(function* <R>(
  cell: Cell,
  endpoint: CellEndpoint,
  backlog: number,
  meanwhile: Effect.Effect<void, never, R>
) {
  const accepted = Effect.map(cell.receiver.counts, (counts) => counts[endpoint.path]?.accepted ?? 0)
  const before = yield* accepted
  const acknowledged: ReadonlyArray<Recorded> = yield* cell.run(
    emitFresh(endpoint, backlog, "onboarding_session_changed")
  )
  yield* meanwhile
  const began = performance.timeOrigin + performance.now()
  const ids = new Set(acknowledged.map(({ webhookId }) => webhookId))
  yield* until(
    `${backlog} events arrive`,
    Effect.map(accepted, (now) => now >= before + backlog),
    180
  )
  const after = (yield* cell.receiver.lines).flatMap((line) =>
    line.is === "began" && line.at >= began && ids.has(line.id) ? [line.at] : []
  )
  const seconds = (Math.max(...after) - Math.min(...after)) / 1000
  return { acknowledged, perSecond: after.length / Math.max(seconds, 0.001) }
})
