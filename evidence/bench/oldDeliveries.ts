import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { inBackground } from "@embedded-super/service/platform"
import { atLeast, percentile } from "../chaos/Row.ts"
import { type Bench, anAddress, drained, newBenchDatabase, type Run } from "./Bench.ts"
import { openAndResolve } from "./issues.ts"

/** Old deliveries of an endpoint, delivered at one attempt each. A million take longer than the limit of a statement. */
const fill = Effect.fnUntraced(function* (
  address: { readonly id: string; readonly productId: string },
  count: number
) {
  const sql = yield* SqlClient.SqlClient
  const insert = sql`WITH made AS (
      INSERT INTO events (id, product_id, subject, event, entity_id, seq, body, inserted_at)
      SELECT gen_random_uuid(), ${address.productId}, 'employer_issue', 'employer_issue_created', gen_random_uuid(), 1,
        repeat('x', 330), now() - interval '3 days'
      FROM generate_series(1, ${count}::int) RETURNING id, entity_id)
    INSERT INTO webhook_deliveries (id, endpoint_id, product_id, subject, event, entity_id, seq, replaceable, state,
      attempts, last_attempt_at, delivered_at, inserted_at)
    SELECT id, ${address.id}, ${address.productId}, 'employer_issue', 'employer_issue_created', entity_id, 1, false,
      'delivered', 1, now() - interval '3 days', now() - interval '3 days', now() - interval '3 days' FROM made`
  yield* inBackground(sql)(insert)
  yield* inBackground(sql)(sql`ANALYZE`)
})

/** The same drain in a database that has delivered a million webhooks, in interleaved pairs with an empty one. */
export const oldDeliveries: Bench = {
  title: "A million old deliveries",
  run: Effect.fnUntraced(function* ({ quick, receiver, rounds, say, server }) {
    const old = quick ? 20_000 : 1_000_000
    const issues = quick ? 500 : 5_000
    const make = Effect.fnUntraced(function* (name: string, count: number) {
      const run = yield* newBenchDatabase(server, name)
      const address = yield* run(anAddress(`${receiver.origin}/hooks`))
      if (count > 0) yield* run(fill(address, count))
      return { run, address }
    })
    const empty = yield* make("no_old_deliveries", 0)
    const full = yield* make("old_deliveries", old)
    yield* say(`${old.toLocaleString("en")} old deliveries are in the table`)
    const rate = ({ address, run }: { readonly run: Run; readonly address: typeof empty.address }) =>
      run(Effect.andThen(openAndResolve(address, issues), drained([address.id]))).pipe(
        Effect.map((seconds) => (issues * 2) / seconds)
      )
    yield* rate(empty)
    const ratios: Array<number> = []
    for (let nth = 1; nth <= rounds; nth += 1) {
      const pair =
        nth % 2 === 0 ? [yield* rate(full), yield* rate(empty)] : [yield* rate(empty), yield* rate(full)]
      const [among, alone] = (nth % 2 === 0 ? pair : pair.toReversed()) as [number, number]
      yield* say(
        `pair ${nth}: ${Math.round(alone)}/s in an empty table, ${Math.round(among)}/s in a full one`
      )
      ratios.push((among / alone) * 100)
    }
    yield* receiver.take
    return [atLeast(`speed in the full table, median of ${rounds} pairs`, percentile(ratios, 0.5), 85, "%")]
  })
}
