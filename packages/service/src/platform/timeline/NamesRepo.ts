import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** More names than this aren't kept. */
const MANY = 1000

/**
 * The names of partners, products, funds and fund products for the time line, and the slugs of funds, each read once. A
 * failure is no name: an entry must not fail what it is about.
 */
export const names = Effect.map(SqlClient.SqlClient, (sql) => {
  const known = new Map<string, string>()

  const nameIn =
    (table: "partners" | "products" | "funds" | "fund_products", column: "name" | "slug" = "name") =>
    (id: string): Effect.Effect<string | undefined> =>
      Effect.suspend(() => {
        const key = `${column} ${id}`
        const found = known.get(key)
        if (found !== undefined) return Effect.succeed(found)
        const named = sql.literal(`${column} AS name FROM ${table}`)
        return sql<{ name: string }>`SELECT ${named} WHERE id = ${id}`.pipe(
          Effect.map(([row]) => {
            if (known.size >= MANY) known.clear()
            if (row !== undefined) known.set(key, row.name)
            return row?.name
          }),
          Effect.catchCause(() => Effect.succeed(undefined))
        )
      })

  return {
    partner: nameIn("partners"),
    product: nameIn("products"),
    fund: nameIn("funds"),
    fundSlug: nameIn("funds", "slug"),
    fundProduct: nameIn("fund_products")
  }
})
