import * as Effect from "effect/Effect"
import { exactly, judged, sum, violationsOf, type Row, type RowContext, type Size } from "../Row.ts"
import type { Receiver } from "../receiver/Receiver.ts"
import { startWorker } from "../world/programsOf.ts"
import { makeScene } from "../world/scene.ts"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** How wrong a worker's clock is, and how it becomes so: at the start, and half-way. */
const clocks = [
  { name: "ten_behind", ahead: -10 * MINUTE, later: -10 * MINUTE },
  { name: "ten_ahead", ahead: 10 * MINUTE, later: 10 * MINUTE },
  { name: "a_day_forward", ahead: 0, later: DAY },
  { name: "a_day_back", ahead: 0, later: -DAY }
] as const

const secondsOf: Readonly<Record<Size, number>> = { short: 6, usual: 45, long: 600 }

const underClock = Effect.fnUntraced(function* (
  context: RowContext,
  receiver: Receiver,
  { ahead, later, name }: (typeof clocks)[number]
) {
  const { size, world } = context
  const { cell, endpoint, finish, producer } = yield* makeScene(context, receiver, `clock_${name}`)
  // Failures must be sent again after five and thirty seconds, by the database's clock.
  yield* receiver.behave(endpoint.path, { kind: "answers", status: 204, except: { share: 0.1, status: 500 } })
  const printed = yield* Effect.scoped(
    Effect.gen(function* () {
      const worker = yield* startWorker(cell, world, { clockAhead: ahead })
      yield* worker.ready
      const domain = yield* producer
      yield* domain.ready
      yield* Effect.sleep(secondsOf[size] * 500)
      yield* worker.setClock(later)
      yield* Effect.sleep(secondsOf[size] * 500)
      return worker.printed
    })
  )
  const { judgement } = yield* finish([printed])
  return { judgement, hasAlarm: /clock/i.test(printed()) }
})

/** Row 9: a worker's own clock decides nothing, and the log warns when it is wrong. */
export const clockSkew: Row = {
  number: 9,
  title: "clock skew",
  run: Effect.fnUntraced(function* (context) {
    const receiver = yield* context.world.receiver("clock", context.seed)
    const runs = yield* Effect.forEach(
      clocks,
      (clock) => Effect.scoped(underClock(context, receiver, clock)),
      {
        concurrency: context.atOnce
      }
    )
    const judgements = runs.map(({ judgement }) => judgement)
    return {
      runs: `10 minutes behind and ahead, a day forth and back; ${sum(judgements.map(({ arrived }) => arrived))} requests`,
      figures: [
        exactly(
          "workers that raised the alarm",
          runs.filter(({ hasAlarm }) => hasAlarm).length,
          clocks.length
        ),
        ...judged(judgements)
      ],
      notes: violationsOf(judgements)
    }
  })
}
