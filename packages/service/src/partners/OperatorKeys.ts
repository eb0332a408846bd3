import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import { audit, operator } from "../platform/audit/audit.ts"
import { operation, transactions } from "../platform/database/operation.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { now } from "../platform/time/timestamp.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { apiKeysRepo, type ListedKey, type StoredApiKey } from "./ApiKeysRepo.ts"
import { noSuchPartner, Partners } from "./Partners.ts"

/** The operator's actions on the keys of partners and their products: partners can't end or make their own key. */
export class OperatorKeys extends Context.Service<
  OperatorKeys,
  {
    /** Every key of the partner and of its products, working keys first, then the newest first. */
    readonly list: (slug: string) => Effect.Effect<ReadonlyArray<ListedKey>, OperatorError>
    /**
     * Makes the partner's next key. The result is the only place where its text exists; the previous key still works.
     */
    readonly create: (slug: string) => Effect.Effect<Redacted.Redacted, OperatorError>
    /** Ends a key at once, selected by its beginning. Returns false if it had already ended. */
    readonly deactivate: (hint: string) => Effect.Effect<boolean, OperatorError>
  }
>()("@embedded-super/service/partners/OperatorKeys") {
  static readonly layer = Layer.effect(
    OperatorKeys,
    Effect.gen(function* () {
      const transaction = yield* transactions
      const partners = yield* Partners
      const repo = yield* apiKeysRepo
      const keys = yield* ApiKeys

      const find = Effect.fnUntraced(function* (slug: string) {
        const partner = yield* partners.findBySlug(slug)
        return Option.isNone(partner) ? yield* noSuchPartner(slug) : partner.value
      })

      const record = (action: string, key: Pick<StoredApiKey, "id" | "partner_id" | "product_id">) =>
        Effect.flatMap(operator, (actor) =>
          audit({
            actor,
            action,
            partnerId: key.partner_id,
            ...(key.product_id === null ? {} : { productId: key.product_id }),
            entity: { kind: "api_key", id: key.id }
          })
        )

      return OperatorKeys.of({
        list: operation("OperatorKeys.list")(function* (slug) {
          const { id } = yield* find(slug)
          return yield* repo.ofPartner(id)
        }),

        create: transaction("OperatorKeys.create")(function* (slug) {
          const { id, sandboxed } = yield* find(slug)
          const made = yield* keys
            .create({ partnerId: id, productId: null, sandboxed })
            .pipe(Effect.catchTag("Conflict", () => Effect.fail(twoKeys(slug))))
          yield* record("api_key.create", { id: made.key.id, partner_id: id, product_id: null })
          return made.secret
        }),

        deactivate: transaction("OperatorKeys.deactivate")(function* (hint) {
          const [kind = "", environment = "", shortId = ""] = hint.split("_")
          const key = yield* repo.lockByHint({ kind, environment, shortId })
          if (key === undefined) return yield* noSuchKey
          if (key.deactivated_at !== null) return false
          yield* repo.deactivateOne(key.id, yield* now)
          yield* record("api_key.deactivate", key)
          return true
        })
      })
    })
  )
}

const twoKeys = (slug: string) =>
  new OperatorError({
    problem: `The partner ${slug} already has two keys that work.`,
    remedy:
      "Deactivate the one that it no longer uses with `admin key deactivate`; `admin key list` shows both."
  })

// The input may be a whole key, so the message doesn't repeat it.
const noSuchKey = new OperatorError({
  problem: "There is no such key.",
  remedy: "Give its beginning, like partner_live_AbCd1234, as `admin key list` shows it."
})
