import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Migration } from "./index.ts"

/**
 * A migration that builds an index while others write to the table; `on` is what follows ON, such as `events (subject)`. For a
 * large table: a plain CREATE INDEX keeps writers out until it is done. Its name is in `outside` of the schema.
 *
 * An interrupted run leaves an index that is invalid: it costs every write, and no query uses it. So it is removed first.
 */
export const concurrentIndex = (
  name: string,
  on: string,
  { unique = false }: { readonly unique?: boolean } = {}
): Migration =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [found] = yield* sql<{ isValid: boolean }>`
      SELECT indisvalid AS "isValid" FROM pg_index WHERE indexrelid = to_regclass(${name})`
    if (found?.isValid === true) return
    if (found !== undefined) yield* sql`DROP INDEX CONCURRENTLY ${sql(name)}`
    yield* sql.unsafe(`CREATE ${unique ? "UNIQUE " : ""}INDEX CONCURRENTLY ${name} ON ${on}`)
  })
