/**
 * The products that the payroll software knows, each with its key and its webhook secret.
 *
 * The trap: both stay on this server. Pages and logs get the parts of a key that aren't secret.
 *
 * Guide: start/keys-and-products
 */
import type * as S from "@embedded-super/contracts/schemas"
import { SimulatorClock, State } from "@embedded-super/simulator-kit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

/** A stored product, secrets included: only the data folder's owner can read it. */
interface Row {
  readonly product_id: S.ProductId
  readonly key: string
  readonly webhook_secret: string
  readonly configured_at: S.Timestamp
}

export class Products extends Context.Service<
  Products,
  {
    readonly configure: (productId: S.ProductId, setting: S.SimulatedProductSetting) => S.SimulatedProduct
    /** The webhook secrets, by product: two while one replaces the other. */
    readonly secrets: () => Readonly<Record<string, ReadonlyArray<string>>>
    /** The keys, by product. */
    readonly keys: () => Readonly<Record<string, string>>
    /** The products, without their secrets. */
    readonly list: () => ReadonlyArray<S.SimulatedProduct>
    readonly size: () => number
  }
>()("@embedded-super/partner-simulator/Products") {
  static readonly layer = Layer.effect(
    Products,
    Effect.gen(function* () {
      const clock = yield* SimulatorClock
      const state = yield* State
      const all = state.query<Row>("SELECT * FROM products")
      const replace = state.query(
        "INSERT OR REPLACE INTO products (product_id, key, webhook_secret, configured_at) VALUES (?, ?, ?, ?)"
      )
      const findNext = state.query<Pick<Row, "webhook_secret">>(
        "SELECT webhook_secret FROM next_secrets WHERE product_id = ?"
      )
      const keepNext = state.query("INSERT INTO next_secrets (product_id, webhook_secret) VALUES (?, ?)")
      const forgetNext = state.query("DELETE FROM next_secrets WHERE product_id = ?")
      state.keep({
        tables: {
          next_secrets: "product_id TEXT PRIMARY KEY, webhook_secret TEXT NOT NULL",
          products:
            "product_id TEXT PRIMARY KEY, key TEXT NOT NULL, webhook_secret TEXT NOT NULL, configured_at TEXT NOT NULL"
        }
      })
      const each = (pick: (product: Row) => string) => () =>
        Object.fromEntries(all.all().map((product) => [product.product_id, pick(product)]))
      return {
        configure: (product_id, { key, next_webhook_secret, webhook_secret }) => {
          const configured_at = clock.now()
          const values = [Redacted.value(key), Redacted.value(webhook_secret)]
          state.write(() => {
            replace.run(product_id, ...values, configured_at)
            forgetNext.run(product_id)
            if (next_webhook_secret !== undefined)
              keepNext.run(product_id, Redacted.value(next_webhook_secret))
          })
          return { product_id, key_hint: hintOf(Redacted.value(key)), configured_at }
        },
        secrets: () =>
          Object.fromEntries(
            all.all().map(({ product_id, webhook_secret }) => {
              const next = findNext.get(product_id)
              return [
                product_id,
                next === undefined ? [webhook_secret] : [webhook_secret, next.webhook_secret]
              ]
            })
          ),
        keys: each(({ key }) => key),
        list: () =>
          all.all().map(({ configured_at, key, product_id }) => ({
            product_id,
            key_hint: hintOf(key),
            configured_at
          })),
        size: () => all.all().length
      }
    })
  )
}

/** The parts of a key that aren't secret: kind, environment and short id. */
const hintOf = (key: string): S.ApiKeyHint => key.split("_").slice(0, 3).join("_") as S.ApiKeyHint
