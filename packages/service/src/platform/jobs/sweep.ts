import * as Effect from "effect/Effect"

/** Rows that one query returns. */
const PAGE = 500

const BEFORE_ALL = "00000000-0000-0000-0000-000000000000"

/**
 * Runs `each` on every due row, one by one, and returns the number of rows without a failure. `due` finds up to `limit`
 * rows after an id, ordered by id.
 *
 * A row that fails (because its data can't be read, for example) is logged and skipped: it blocks neither the rows
 * after it nor the next sweep.
 */
export const sweep = <Id extends string, E, R, E2, R2>(
  what: string,
  due: (after: string, limit: number) => Effect.Effect<ReadonlyArray<{ readonly id: Id }>, E, R>,
  each: (id: Id) => Effect.Effect<void, E2, R2>
): Effect.Effect<number, E, R | R2> =>
  Effect.gen(function* () {
    let swept = 0
    let after = BEFORE_ALL
    for (;;) {
      const rows = yield* due(after, PAGE)
      for (const { id } of rows) {
        const done = yield* each(id).pipe(
          Effect.as(true),
          Effect.sandbox,
          Effect.catch((cause) =>
            Effect.as(
              Effect.logError(`${what} could not be processed`, cause).pipe(Effect.annotateLogs({ id })),
              false
            )
          )
        )
        if (done) swept += 1
        after = id
      }
      if (rows.length < PAGE) return swept
    }
  })
