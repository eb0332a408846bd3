import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { makeSealing } from "../src/platform/audit/sealing.ts"
import { verifySeals } from "../src/platform/audit/verifySeals.ts"
import { newId } from "../src/platform/ids/newId.ts"
import { TestDatabase } from "./TestDatabase.ts"
import { TestVault } from "./TestSettings.ts"

/** What sealing needs, with a database of its own. */
export const sealing = Layer.mergeAll(TestVault.layer, NodeServices.layer).pipe(
  Layer.provideMerge(TestDatabase.layer)
)

/** Writes entries of these times, one second apart; returns their ids. */
export const entries = Effect.fnUntraced(function* (count: number, secondsAgo = 60) {
  const sql = yield* SqlClient.SqlClient
  const ids = yield* Effect.replicateEffect(newId, count)
  for (const [index, id] of ids.entries()) {
    yield* sql`INSERT INTO audit_log (id, occurred_at, actor_kind, action)
      VALUES (${id}, now() - ${secondsAgo - index}::int * interval '1 second', 'operator', 'partner.create')`
  }
  return ids
})

/** Seals what waits; returns how many entries that was. */
export const seal = Effect.flatMap(makeSealing, (run) => run())

/**
 * Runs the statements, and then `work`, as the owner of the database could: with the triggers off. Returns what `work` gave, and what
 * the check of the seals finds after it. Nothing of it stays.
 */
export const tried = Effect.fnUntraced(function* <A, E, R>(statement: string, work: Effect.Effect<A, E, R>) {
  const sql = yield* SqlClient.SqlClient
  const outcome = yield* sql
    .withTransaction(
      Effect.gen(function* () {
        yield* sql`ALTER TABLE audit_log DISABLE TRIGGER USER`
        yield* sql`ALTER TABLE audit_seals DISABLE TRIGGER USER`
        for (const one of statement.split("; ")) yield* sql.unsafe(one)
        const result = yield* Effect.match(work, { onFailure: (error) => error, onSuccess: (value) => value })
        return yield* Effect.fail(new Undone({ result, bad: (yield* verifySeals()).bad }))
      })
    )
    .pipe(Effect.flip)
  return outcome instanceof Undone ? outcome : yield* Effect.die(outcome)
})

class Undone extends Data.TaggedError("Undone")<{
  readonly result: unknown
  readonly bad: ReadonlyArray<string>
}> {}
