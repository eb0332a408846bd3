/**
 * People who onboard without a pause at a fleet, and the judgement of what they were told: nothing that was acknowledged is
 * lost, nobody is registered twice, no webhook is out of order, and no answer is odd.
 *
 * The trap: each repeats what wasn't answered, so an outage shows in `tries` and in the time, and in no lost onboarding.
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as SqlClient from "effect/sql/SqlClient"
import { judge } from "../judge/judge.ts"
import { people } from "../registration/registrants.ts"
import type { SimulatedFund } from "../registration/simulatedFund.ts"
import { atLeast, exactly, judged, type Size, violationsOf } from "../Row.ts"
import type { Cell } from "../world/Cell.ts"
import { collect } from "../world/collect.ts"
import { isDrained, isRegistered } from "../world/scene.ts"
import { until } from "../world/World.ts"
import type { Fleet } from "./Fleet.ts"
import { type Acknowledged, makeOnboarder } from "./onboarding.ts"
import type { Try } from "./patient.ts"

/** People who onboard at the same time. */
export const CLIENTS: Readonly<Record<Size, number>> = { short: 2, usual: 4, long: 4 }

export interface Crowd {
  readonly tries: ReadonlyArray<Try>
  readonly done: Acknowledged
  /** How many onboardings are whole by now. */
  readonly whole: () => number
  /** How often it was answered 503. */
  readonly turnedAway: () => number
  /** The longest time, in seconds, in which nothing was answered with success. */
  readonly longestGap: () => number
  /** Lets each end the onboarding that it is at, and waits until nothing is left to do. */
  readonly leave: Effect.Effect<void>
}

/** So many people at a time onboard with this product's key. */
export const startCrowd = Effect.fnUntraced(function* (
  cell: Cell,
  { url }: Fleet,
  key: string,
  clients: number
) {
  const tries: Array<Try> = []
  const done: Acknowledged = { employers: [], sessions: [], confirmed: [] }
  const persons = people(100_000, 7)
  const over = new AbortController()
  const onboard = async (client: number) => {
    const { whole } = makeOnboarder(url, key, (each) => void tries.push(each), done)
    for (let nth = client; !over.signal.aborted; nth += clients) {
      const person = persons[nth]
      if (person === undefined) throw new Error("more people than there are")
      await whole(String(nth), person)
    }
  }
  const onboarding = yield* Effect.forkScoped(
    Effect.promise(() => Promise.all(Array.from({ length: clients }, (_, nth) => onboard(nth))))
  )
  const leave = Effect.gen(function* () {
    over.abort()
    yield* Fiber.join(onboarding)
    yield* until("everybody is registered", cell.run(isRegistered), 120)
    yield* until("every webhook is sent", cell.run(isDrained), 120)
  })
  const crowd: Crowd = {
    tries,
    done,
    leave,
    whole: () => done.confirmed.length,
    turnedAway: () => tries.filter(({ status }) => status === 503).length,
    longestGap: () => {
      const times = tries.flatMap(({ at, status }) => (status >= 200 && status < 300 ? [at] : []))
      return Math.max(0, ...times.map((at, nth) => at - (times[nth - 1] ?? at))) / 1000
    }
  }
  return crowd
})

/** What the database has of what was acknowledged. */
const remains = (done: Acknowledged) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ employers: number; sessions: number; confirmed: number }>`SELECT
      (SELECT count(*)::int FROM employers WHERE id = ANY(${done.employers}::uuid[])) AS employers,
      (SELECT count(*)::int FROM onboarding_sessions WHERE id = ANY(${done.sessions}::uuid[])) AS sessions,
      (SELECT count(*)::int FROM onboarding_sessions WHERE id = ANY(${done.confirmed}::uuid[])
        AND state = 'completed') AS confirmed`
    return row ?? { employers: 0, sessions: 0, confirmed: 0 }
  })

/** After the crowd has left. `secrets` are in no output. */
export const judgeCrowd = Effect.fnUntraced(function* (
  cell: Cell,
  fund: SimulatedFund,
  { done, tries }: Crowd,
  printed: ReadonlyArray<string>,
  secrets: ReadonlyArray<string>
) {
  const kept = yield* cell.run(remains(done))
  const book = yield* fund.book
  const { logs } = yield* collect(cell, {
    acknowledged: [],
    texts: printed.map((text, nth) => ({ name: `output ${nth}`, text })),
    canaries: secrets.map((value, nth) => ({ name: `secret ${nth}`, value }))
  })
  const judgement = judge(logs)
  const odd = tries.filter(
    ({ hasRetryAfter, status }) => status === 0 || (status >= 500 && !(status === 503 && hasRetryAfter))
  )
  return {
    runs: `${tries.length} answers, ${done.confirmed.length} whole onboardings, ${judgement.committed} events`,
    figures: [
      atLeast("whole onboardings", done.confirmed.length, 20),
      exactly("answered neither 2xx, 4xx nor 503 with Retry-After", odd.length, 0),
      exactly("employers answered 201 and not there", done.employers.length - kept.employers, 0),
      exactly("sessions answered 201 and not there", done.sessions.length - kept.sessions, 0),
      exactly("confirmed and not completed", done.confirmed.length - kept.confirmed, 0),
      exactly("members in the fund's book", book.length, done.confirmed.length),
      exactly(
        "twice in the fund's book",
        book.filter(({ registrations_count }) => registrations_count !== 1).length,
        0
      ),
      ...judged([judgement])
    ],
    notes: [...odd.slice(0, 5).map(({ status }) => `answered ${status}`), ...violationsOf([judgement])]
  }
})
