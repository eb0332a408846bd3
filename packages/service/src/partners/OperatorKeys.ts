import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { audit, operator } from "../platform/audit/audit.ts"
import { operation, transactions } from "../platform/database/operation.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { now } from "../platform/time/timestamp.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { apiKeysRepo, type StoredApiKey } from "./ApiKeysRepo.ts"
import { noSuchPartner, Partners } from "./Partners.ts"

/** The operator's actions on the keys of partners and their products: partners can't end or make their own key. */
export const operatorKeys = Effect.gen(function* () {
  const transaction = yield* transactions
  const partners = yield* Partners
  const repo = yield* apiKeysRepo
  const keys = yield* ApiKeys

  const find = Effect.fnUntraced(function* (slug: string) {
    const partner = yield* partners.findBySlug(slug)
    return Option.isNone(partner) ? yield* noSuchPartner(slug) : partner.value
  })

  const recordEnd = (key: Pick<StoredApiKey, "id" | "partner_id" | "product_id">) =>
    Effect.flatMap(operator, (actor) =>
      audit({
        actor,
        action: "api_key.deactivate",
        partnerId: key.partner_id,
        ...(key.product_id === null ? {} : { productId: key.product_id }),
        entity: { kind: "api_key", id: key.id }
      })
    )

  return {
    /** Every key of the partner and of its products, working keys first, then the newest first. */
    list: operation("OperatorKeys.list")(function* (slug: string) {
      const { id } = yield* find(slug)
      return yield* repo.ofPartner(id)
    }),

    /**
     * Makes the partner's next key. The result is the only place where its text exists; the previous key still works.
     */
    create: transaction("OperatorKeys.create")(function* (slug: string) {
      const { id, sandboxed } = yield* find(slug)
      const made = yield* keys
        .create({ partnerId: id, productId: null, sandboxed })
        .pipe(Effect.catchTag("Conflict", () => Effect.fail(twoKeys(slug))))
      return made.secret
    }),

    /** Ends a key at once, selected by its beginning. Returns false if it had already ended. */
    deactivate: transaction("OperatorKeys.deactivate")(function* (hint: string) {
      const [kind = "", environment = "", shortId = ""] = hint.split("_")
      const key = yield* repo.lockByHint({ kind, environment, shortId })
      if (key === undefined) return yield* noSuchKey
      if (key.deactivated_at !== null) return false
      yield* repo.deactivateOne(key.id, yield* now)
      yield* recordEnd(key)
      return true
    })
  }
})

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
