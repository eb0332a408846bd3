/** Has the service work with every partner of the fleet, on one database and at the same time, and says what it did. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import { devSettings } from "../../../../packages/service/test/webhooks/devSettings.ts"
import { passTime, startWorker } from "../../../../packages/service/test/webhooks/TestWebhooks.ts"
import { retrySchedule } from "../../../../packages/service/src/webhooks/delivery/retrySchedule.ts"
import type { OtherPartner } from "../../../../simulators/partner/src/flaws/Flaw.ts"
import { deedsOf } from "./deeds.ts"
import { front as aFront, type Noted } from "./front.ts"
import { parityPartner } from "./parityPartner.ts"

/** What the service did, and what it met. */
export interface Observation {
  readonly does: ReadonlyArray<string>
  readonly meets: ReadonlyArray<string>
  /** How often the partner made each kind of call. */
  readonly calls: ReadonlyMap<string, number>
}

const AT_ONCE = 6
/** More at once than a flawed receiver takes. */
const BURST = 20
const QUIET_MS = 1500

/** A wait is up to a fifth longer, and a receiver that failed is probed by one webhook at a time. */
const waits = retrySchedule.flatMap(({ wait }) => [Duration.times(wait, 1.3), Duration.minutes(16)])

const countsOf = (calls: ReadonlyArray<Noted>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const { words } of calls) counts.set(words, (counts.get(words) ?? 0) + 1)
  return counts
}

export const observe = Effect.fnUntraced(function* (partners: ReadonlyArray<OtherPartner>) {
  const front = yield* aFront
  const { address } = yield* HttpServer.HttpServer
  front.sendTo(`http://127.0.0.1:${"port" in address ? address.port : 0}`)
  const limits = { connect: 2000, headers: 3000, whole: 3000, read: 16 * 1024, keep: 1024 }
  const { untilIdle } = yield* startWorker({ settings: { limits, outagesEvery: Duration.millis(50) } }).pipe(
    // In development webhooks may go to this machine.
    Effect.provide(devSettings)
  )
  const all = yield* Effect.forEach(partners, (partner) => parityPartner(partner, { front, burst: BURST }), {
    concurrency: AT_ONCE
  })
  for (const index of all[0]!.steps.keys()) {
    yield* Effect.forEach(all, ({ steps }) => steps[index]!, { concurrency: AT_ONCE, discard: true })
    yield* untilIdle
    yield* front.untilQuiet(QUIET_MS)
  }
  for (const wait of waits) {
    yield* passTime(wait)
    yield* untilIdle
  }
  yield* front.untilQuiet(QUIET_MS)
  return yield* Effect.forEach(all, (partner) =>
    Effect.map(deedsOf(partner.endpointIds), (deeds): Observation => ({
      ...deeds,
      calls: countsOf(partner.calls())
    }))
  )
}, Effect.scoped)
