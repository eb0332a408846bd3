import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { BusinessClock } from "@embedded-super/service/platform"

const operator = { kind: "operator", id: "scene" } as const

/** A fund's waiting and active calls, and the seconds until the next one is due. */
const stateOf = Effect.fnUntraced(function* (fundId: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ waiting: number; under_way: number; blocked: boolean; seconds: number | null }>`
    SELECT count(*) FILTER (WHERE k.state = 'waiting')::int AS waiting,
      count(*) FILTER (WHERE k.expires_at > platform_now())::int AS under_way,
      NOT EXISTS (SELECT FROM fund_credentials c WHERE c.fund_id = ${fundId} AND c.refused_at IS NULL) AS blocked,
      extract(epoch FROM greatest(min(k.due_at) FILTER (WHERE k.state = 'waiting'),
        (SELECT g.held_until FROM fund_gates g WHERE g.fund_id = ${fundId})) - business_now(true))::float8 AS seconds
    FROM fund_calls k WHERE k.fund_id = ${fundId}`
  return row ?? { waiting: 0, under_way: 0, blocked: false, seconds: null }
})

/** Waits that are shorter than this, in seconds, pass in real time. */
const SHORT = 0.3

/**
 * Moves the simulated clock to the next moment at which a call is due, until the fund has no call that will be retried
 * without an operator, or until `limit` seconds have passed. Returns the seconds that passed. Calls `moved` before each
 * move, so that the fund's clock is never behind.
 */
export const passUntilStill = Effect.fnUntraced(function* (
  fundId: string,
  limit: number,
  moved: (seconds: number) => void
) {
  const clock = yield* BusinessClock
  let passed = 0
  for (;;) {
    const { blocked, seconds, under_way, waiting } = yield* stateOf(fundId)
    if (under_way === 0) {
      if (waiting === 0 || blocked) return passed
      if (seconds !== null && seconds > SHORT) {
        if (passed + seconds > limit) return passed
        moved(seconds)
        passed += seconds
        yield* clock.advance(Duration.millis(Math.ceil(seconds * 1000)), operator)
      }
    }
    yield* Effect.sleep("20 millis")
  }
})
