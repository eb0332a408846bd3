import * as Effect from "effect/Effect"

/** The first row of a query; undefined if there is none. */
export const firstRow = <A, E, R>(query: Effect.Effect<ReadonlyArray<A>, E, R>) =>
  Effect.map(query, (rows) => rows[0])

/** Whether a query returns a row; for a statement with RETURNING, whether it wrote one. */
export const hasRow = <A, E, R>(query: Effect.Effect<ReadonlyArray<A>, E, R>) =>
  Effect.map(query, (rows) => rows.length > 0)
