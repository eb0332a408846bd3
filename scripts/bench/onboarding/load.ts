import * as Effect from "effect/Effect"
import { percentile } from "../../chaos/Figure.ts"
import type { BenchReceiver } from "../BenchReceiver.ts"
import type { Driven, Load } from "./driverProcess.ts"
import type { Serving, Side } from "./Side.ts"

/** What puts loads on sides, and receives their webhooks. */
export interface Equipment {
  readonly drive: (load: Load) => Effect.Effect<Driven, Error>
  readonly receiver: BenchReceiver
}

/** What came of a load. */
export interface Outcome {
  /** The employer of its employees. */
  readonly employerId: string
  readonly started: number
  readonly failures: ReadonlyArray<string>
  /** Confirmed sessions without the webhook that says they are completed. */
  readonly leftOver: number
  /** Webhooks that came meanwhile, of all kinds. */
  readonly webhooks: number
  /** Milliseconds: the p50 and p99 of each call, and of what comes after the confirmation until it is completed. */
  readonly calls: ReadonlyArray<{ readonly operation: string; readonly p50: number; readonly p99: number }>
  readonly completion: { readonly p50: number; readonly p99: number }
}

const COMPLETED = "onboarding_session_completed "

/** How long a session may take from its confirmation to its last webhook: 15 s, as the load before it may be in its way. */
const PATIENCE = 15_000

/** Takes what the receiver got until each session is completed, or the patience is over. */
const completions = Effect.fnUntraced(function* ({ receiver }: Equipment, sessions: Driven["sessions"]) {
  const completedAt = new Map<string, number>()
  let webhooks = 0
  const deadline = performance.now() + PATIENCE
  for (;;) {
    const { ids, times } = yield* receiver.take
    webhooks += ids.length
    ids.forEach((name, index) => {
      if (name.startsWith(COMPLETED)) completedAt.set(name.slice(COMPLETED.length), times[index] ?? 0)
    })
    const isDone = sessions.every(({ id }) => completedAt.has(id))
    if (isDone || performance.now() > deadline) return { completedAt, webhooks }
    yield* Effect.sleep("100 millis")
  }
})

let people = 0
const employers = new Map<Side, string>()

/** Starts so many onboardings on a side at this rate, and waits until each is completed. */
export const load = Effect.fnUntraced(function* (
  equipment: Equipment,
  { origin, side }: Serving,
  perMinute: number,
  count: number
) {
  const employerId = employers.get(side)
  yield* equipment.receiver.take
  const driven = yield* equipment.drive({
    origin,
    key: side.key,
    ...(employerId === undefined ? {} : { employerId }),
    perMinute,
    first: people,
    count
  })
  people += count
  employers.set(side, driven.employerId)
  const { completedAt, webhooks } = yield* completions(equipment, driven.sessions)
  const waits = driven.sessions.flatMap(({ confirmedAt, id }) => {
    const at = completedAt.get(id)
    return at === undefined ? [] : [at - confirmedAt]
  })
  return {
    employerId: driven.employerId,
    started: count,
    failures: driven.failures,
    leftOver: driven.sessions.length - waits.length,
    webhooks,
    calls: Object.entries(driven.latencies).map(([operation, times]) => ({
      operation,
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99)
    })),
    completion: { p50: percentile(waits, 0.5), p99: percentile(waits, 0.99) }
  } satisfies Outcome
})
