/**
 * The names of partners, products, funds and fund products for the time line, each read once.
 *
 * Why not in the caller's transaction: a statement that fails would abort it. A name is read on a connection of the pool
 * instead, and waited for only briefly, because the caller may hold the lock or the last connection that the read waits for.
 *
 * The trap: a row that the caller's transaction has just made has no name here.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Layer from "effect/Layer"
import { isUuid } from "../ids/newId.ts"
import { quietly } from "./things.ts"
import type { Thing } from "./Timeline.ts"

/** More names than this aren't kept. */
const MANY = 1000

const LONGEST_WAIT = "250 millis"

const noName = Effect.succeed(undefined)

/** Names, and slugs of funds. Each is undefined for an unknown id, and if the name can't be read now. */
export const names = Effect.map(SqlClient.SqlClient, (sql) => {
  const known = new Map<string, string>()

  const outsideOfTransaction = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.updateContext(effect, (context: Context.Context<never>) =>
      Context.omit(sql.transactionService)(context as Context.Context<SqlClient.TransactionConnection>)
    )

  const nameIn =
    (table: "partners" | "products" | "funds" | "fund_products", column: "name" | "slug" = "name") =>
    (id: string): Effect.Effect<string | undefined> =>
      Effect.suspend(() => {
        const key = `${column} ${id}`
        const found = known.get(key)
        if (found !== undefined || !isUuid(id)) return Effect.succeed(found)
        const named = sql.literal(`${column} AS name FROM ${table}`)
        return sql<{ name: string }>`SELECT ${named} WHERE id = ${id}`.pipe(
          outsideOfTransaction,
          Effect.map(([row]) => {
            if (known.size >= MANY) known.clear()
            if (row !== undefined) known.set(key, row.name)
            return row?.name
          }),
          Effect.timeoutOrElse({ duration: LONGEST_WAIT, orElse: () => noName }),
          quietly
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

/**
 * The slugs of funds, by their ids; undefined for a fund that isn't known. One that the caller's transaction has just made
 * isn't known.
 */
export class FundSlugs extends Context.Service<
  FundSlugs,
  { readonly of: (id: string) => Effect.Effect<string | undefined> }
>()("@embedded-super/service/platform/timeline/FundSlugs") {
  static readonly layer = Layer.effect(
    FundSlugs,
    Effect.map(names, ({ fundSlug }) => ({ of: fundSlug }))
  )
}

const isById = ({ id, kind }: Thing) => kind === "fund" && isUuid(id)

/**
 * Names funds by their slugs, as the simulators and the levers do, so that a fund has one story. Undefined if no fund is
 * named by its id.
 */
export const withSlugs = (
  slugs: FundSlugs["Service"],
  about: ReadonlyArray<Thing> = []
): Effect.Effect<ReadonlyArray<Thing>> | undefined =>
  about.some(isById)
    ? Effect.forEach(about, (thing) =>
        isById(thing)
          ? Effect.map(slugs.of(thing.id), (slug) => ({ ...thing, id: slug ?? thing.id }))
          : Effect.succeed(thing)
      )
    : undefined
