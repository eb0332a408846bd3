import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { TestDatabase } from "../../../test/TestDatabase.ts"
import { isDatabaseAway, isPassing } from "./databaseAway.ts"

/** What PostgreSQL or a pooler says of itself: the same statement succeeds later. */
const away = [
  ["08006", "the connection is lost"],
  ["25006", "a standby, or an operator's read-only"],
  ["25P03", "idle in a transaction for too long"],
  ["25P04", "a transaction that took too long"],
  ["53000", "no file handles left"],
  ["53100", "the disk is full"],
  ["53200", "out of memory"],
  ["53300", "too many connections"],
  ["53400", "a limit of the configuration"],
  ["55P03", "a lock that isn't granted in time"],
  ["57014", "a statement that took too long"],
  ["57P01", "shut down by an administrator"],
  ["57P02", "another session crashed"],
  ["57P03", "starting, or recovering"],
  ["57P05", "idle for too long"],
  ["58000", "the operating system"],
  ["58030", "the disk fails"]
] as const

/** What it says of two transactions: one of them succeeds when it begins again. */
const conflicts = [
  ["40001", "a serialization failure"],
  ["40P01", "a deadlock"]
] as const

/** What it says of the statement: the same statement fails later, too. */
const present = [
  ["22001", "a text that is too long"],
  ["23505", "a row that is there already"],
  ["42501", "a table of others"],
  ["42P01", "a table that isn't there"],
  ["57P04", "the database was dropped"],
  ["XX001", "damaged data"]
] as const

layer(TestDatabase.layer)("a failure of the database", (it) => {
  const raised = (code: string) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.flip(sql.unsafe(`DO $$ BEGIN RAISE SQLSTATE '${code}'; END $$`))
    )

  const judged = (code: string) =>
    Effect.map(raised(code), (error) => [isDatabaseAway(error), isPassing(error)])

  it.effect.each(away)("%s is away, and passes: %s", ([code]) =>
    Effect.map(judged(code), (is) => assert.deepStrictEqual(is, [true, true]))
  )

  it.effect.each(conflicts)("%s isn't away, and passes: %s", ([code]) =>
    Effect.map(judged(code), (is) => assert.deepStrictEqual(is, [false, true]))
  )

  it.effect.each(present)("%s is neither: %s", ([code]) =>
    Effect.map(judged(code), (is) => assert.deepStrictEqual(is, [false, false]))
  )
})
